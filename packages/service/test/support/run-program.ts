import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Program } from '../../src/programs/program.ts';
import type { Ended, Variables } from './service-process.ts';

/** Runs a program of the command line in this process: a process of its own takes a second of processor time. */
export const runProgram = async (
  program: Program,
  env: Variables,
  args: readonly string[] = [],
  typed = '',
): Promise<Ended> => {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const written = Promise.all([text(stdout), text(stderr)]);
  const code = await program({ args, env, stdin: Readable.from([typed]), stdout, stderr });
  stdout.end();
  stderr.end();
  const [printed, said] = await written;
  return { code, signal: null, stdout: printed, stderr: said };
};
