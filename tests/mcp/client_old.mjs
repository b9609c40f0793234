// SPDX-License-Identifier: MIT
// The SDK that most clients of 2025 are built with.
// usage: client_old.mjs stdio PROGRAM [WORD...] | client_old.mjs http URL TOKEN
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

import { check, checkTools, finish } from './check.mjs';

const [, , kind, target, ...rest] = process.argv;
const client = new Client({ name: 'cordon-tests-old', version: '1.0.0' }, { capabilities: {} });
const transport = kind === 'stdio'
  ? new StdioClientTransport({ command: target, args: rest, stderr: 'ignore' })
  : new StreamableHTTPClientTransport(new URL(target), { requestInit: { headers: { Authorization: `Bearer ${rest[0]}` } } });

await client.connect(transport);
check('server', client.getServerVersion()?.name === 'cordon');
await client.ping();
await checkTools({
  call: (name, args, options) => client.callTool({ name, arguments: args }, undefined, options),
  list: async () => (await client.listTools()).tools,
  notFound: -32602,
});
await client.close();
finish();
