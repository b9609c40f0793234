// SPDX-License-Identifier: MIT
// The official client as a hand of session.py: what to do comes as a line of JSON, and so does what came of it.
// usage: session.mjs OPTIONS;  OPTIONS: JSON {mode, command, args, env} for stdio, {mode, url, token} for HTTP
//
// in:  {"id", "do": "list"} | {"id", "do": "call", "params", "options"} | {"id", "do": "abort", "call"} | {"id", "do": "close"}
// out: {"id", "result"} | {"id", "error"} | {"id", "progress"} | {"connected"} | {"failed"}
import { createInterface } from 'node:readline';

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const options = JSON.parse(process.argv[2]);
const say = (line) => process.stdout.write(JSON.stringify(line) + '\n');
const { mode } = options;
const client = new Client(
  { name: 'cordon-session', version: '1.0.0' },
  {
    capabilities: { elicitation: { form: {}, url: {} } },
    versionNegotiation: { mode: mode === 'legacy' || mode === 'auto' ? mode : { pin: mode } },
  });

// The agent's side would approve everything, if it were asked.
let elicited = 0;
client.setRequestHandler('elicitation/create', async () => {
  elicited++;
  return { action: 'accept', content: { decision: 'session', approve: true, answer: 'once' } };
});

const transport = options.url === undefined
  ? new StdioClientTransport({ command: options.command, args: options.args, env: options.env, stderr: 'inherit' })
  : new StreamableHTTPClientTransport(new URL(options.url),
    { requestInit: { headers: { Authorization: `Bearer ${options.token}` } } });

const aborts = new Map();

async function call(id, params, wanted = {}) {
  const abort = new AbortController();
  aborts.set(id, abort);
  try {
    return await client.callTool(params, {
      signal: abort.signal, timeout: 120000, resetTimeoutOnProgress: true,
      ...(wanted.progress ? { onprogress: (progress) => say({ id, progress }) } : {}) });
  } finally {
    aborts.delete(id);
  }
}

const deeds = {
  list: async () => (await client.listTools()).tools,
  call: async ({ id, params, options: wanted }) => call(id, params, wanted),
  abort: async ({ call: id }) => aborts.get(id)?.abort('the user stopped it'),
  close: async () => {
    await client.close();
    return { elicited };
  },
};

try {
  await client.connect(transport);
} catch (error) {
  say({ failed: String(error) });
  process.exit(1);
}
say({ connected: { revision: client.getNegotiatedProtocolVersion(), instructions: client.getInstructions() ?? '' } });
for await (const line of createInterface({ input: process.stdin })) {
  const wish = JSON.parse(line);
  deeds[wish.do](wish)
    .then((result) => say({ id: wish.id, result: result ?? null }))
    .catch((error) => say({ id: wish.id, error: { code: error.code ?? null, message: String(error) } }))
    .then(() => wish.do === 'close' && process.exit(0));
}
