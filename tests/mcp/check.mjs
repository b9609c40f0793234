// SPDX-License-Identifier: MIT
// Counting checks, and what both clients look at in the same way.
let failed = 0;
let passed = 0;

export function check(name, ok, detail = '') {
  if (ok) passed++;
  else failed++;
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${name}${ok ? '' : ' ' + detail}`);
}

export function finish() {
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 && passed > 0 ? 0 : 1);
}

export const pause = (ms) => new Promise((done) => setTimeout(done, ms));
export const textOf = (result) => (result.content ?? []).map((block) => block.text).join('\n');

// call(name, arguments, options) and list() as the client at hand does it.
export async function checkTools({ call, list, notFound }) {
  const tools = await list();
  const names = tools.map((tool) => tool.name).join();
  check('tools', names === 'run_command,wait_command,command_output,cancel_command,read_file,' +
    'list_directory,search_files,write_file,edit_file', names);
  const run = tools.find((tool) => tool.name === 'run_command');
  check('annotations', run.annotations.destructiveHint === true && run.annotations.readOnlyHint === false);

  // The client checks structured content against the schema, and throws where it does not fit.
  const said = await call('run_command', { command: 'say ü\\u202e' });
  check('a command', said.structuredContent.exit_code === 0 && !said.isError, JSON.stringify(said));
  const failing = await call('run_command', { command: 'fail 3' });
  check('a command that fails', failing.isError === true && failing.structuredContent.exit_code === 3);
  const denied = await call('run_command', { command: 'deny' });
  check('a denial says its rule', denied.isError === true && denied.structuredContent.rule === 'git-destructive' &&
    /git-destructive/.test(textOf(denied)), JSON.stringify(denied));
  const bad = await call('run_command', {}).catch((error) => ({ thrown: String(error) }));
  check('bad arguments are for the model', bad.isError === true, JSON.stringify(bad));
  const unknown = await call('nope', {}).catch((error) => error);
  check('an unknown tool', unknown.code === notFound, String(unknown));

  const read = await call('read_file', { path: 'hello.txt' });
  check('read_file', textOf(read) === 'hello\nworld\n', textOf(read));
  const secret = await call('read_file', { path: '.env' });
  check('a secret', secret.isError === true && /secret/.test(textOf(secret)));
  const edited = await call('edit_file', { path: 'hello.txt', old_text: 'world', new_text: 'all' });
  check('edit_file', !edited.isError, textOf(edited));

  const started = await call('run_command', { command: 'steps 5', wait_ms: 100 });
  check('a handle', started.structuredContent.state === 'running', JSON.stringify(started));
  const job_id = started.structuredContent.job_id;
  const waited = await call('wait_command', { job_id });
  check('wait_command', waited.structuredContent.exit_code === 0 && /step 5/.test(waited.structuredContent.stdout));
  const output = await call('command_output', { job_id, offset: 7 });
  check('command_output', output.structuredContent.output.startsWith('step 2\n') && !output.structuredContent.more);
  const hanging = await call('run_command', { command: 'hang', wait_ms: 0 });
  const stopped = await call('cancel_command', { job_id: hanging.structuredContent.job_id });
  check('cancel_command', stopped.structuredContent.state === 'ended', JSON.stringify(stopped));

  const many = await Promise.all(Array.from({ length: 20 }, (_, i) => call('run_command', { command: `say ${i}` })));
  check('many at once', many.every((result, i) => result.structuredContent.stdout === String(i)));

  const steps = [];
  await call('run_command', { command: 'steps 15' }, {
    onprogress: (progress) => steps.push(progress), resetTimeoutOnProgress: true, timeout: 3000 });
  check('progress', steps.length >= 1 && steps.length <= 6 &&
    steps.every((step, i) => i === 0 || step.progress > steps[i - 1].progress) &&
    /^running \d+ s: step \d+$/.test(steps.at(-1).message), JSON.stringify(steps));

  const asking = [];
  const asked = await call('run_command', { command: 'ask', wait_ms: 400 },
    { onprogress: (progress) => asking.push(progress.message) });
  check('waiting for the user', asked.structuredContent.state === 'asking' && !asked.isError, JSON.stringify(asked));
  check('waiting is told', /^waiting for the user's answer \(panel or `cordon approve`\), \d:\d\d left$/.test(asking[0]), asking[0]);

  const abort = new AbortController();
  setTimeout(() => abort.abort('the user stopped it'), 300);
  const aborted = await call('run_command', { command: 'hang' }, { signal: abort.signal }).catch((error) => error);
  check('a call that is aborted', aborted instanceof Error, String(aborted));
  await pause(300);
}
