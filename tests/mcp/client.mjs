// SPDX-License-Identifier: MIT
// The official client, in each of its modes.
// usage: client.mjs stdio MODE PROGRAM [WORD...] | client.mjs http MODE URL TOKEN;  MODE: legacy, auto, or a revision
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

import { check, checkTools, finish } from './check.mjs';

const [, , kind, mode, target, ...rest] = process.argv;
const negotiation = mode === 'legacy' || mode === 'auto' ? mode : { pin: mode };
const client = new Client(
  { name: 'cordon-tests', version: '1.0.0' },
  { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: negotiation } });

// An agent's side that would approve everything, if it were asked.
let elicited = 0;
client.setRequestHandler('elicitation/create', async () => {
  elicited++;
  return { action: 'accept', content: { decision: 'session' } };
});

const transport = kind === 'stdio'
  ? new StdioClientTransport({ command: target, args: rest, stderr: 'pipe' })
  : new StreamableHTTPClientTransport(new URL(target), { requestInit: { headers: { Authorization: `Bearer ${rest[0]}` } } });
let log = '';
transport.stderr?.on('data', (bytes) => { log += bytes; });

await client.connect(transport);
const revision = client.getNegotiatedProtocolVersion();
check('revision', revision === (mode === 'legacy' ? '2025-11-25' : '2026-07-28'), revision);
check('server', client.getServerVersion()?.name === 'cordon', JSON.stringify(client.getServerVersion()));
check('instructions', /cordon approve/.test(client.getInstructions() ?? ''));
await checkTools({
  call: (name, args, options) => client.callTool({ name, arguments: args }, options),
  list: async () => (await client.listTools()).tools,
  notFound: -32602,
});
check('nothing was asked of the client', elicited === 0, String(elicited));

await client.close();
if (kind === 'stdio') {
  // The log is written at an orderly end only: the client kills what is still there after two seconds.
  check('an aborted call stops its command', /^cancel hang$/m.test(log), log);
  check('the end stops what is asked', /^cancel ask$/m.test(log), log);
}
finish();
