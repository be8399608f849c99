import { sentencesOf } from '../faults/start-up-fault.ts';
import { WrongUsage } from '../faults/wrong-usage.ts';

/** What a program of the command line is given, and where it writes. */
export interface Shell {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absent where nobody can be asked. */
  readonly stdin?: NodeJS.ReadableStream | undefined;
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean };
}

/** A program that ends by itself; returns its exit code. */
export type Program = (shell: Shell) => Promise<number>;

const exitCodes = { done: 0, failed: 1, wrongUsage: 2 } as const;

/**
 * A program that says in sentences why it stops.
 * @param usage its first paragraph is printed after what is wrong with the arguments, all of it by `--help`
 * @param work returns an exit code if it is not 0
 */
export const programOf =
  (usage: string, work: (shell: Shell) => Promise<number | undefined>): Program =>
  async (shell) => {
    try {
      return (await work(shell)) ?? exitCodes.done;
    } catch (error) {
      const isUsage = error instanceof WrongUsage;
      const [synopsis] = usage.trimEnd().split('\n\n');
      shell.stderr.write(
        isUsage ? `${error.message}\n\n${synopsis}\n--help explains it.\n` : `${sentencesOf(error)}\n`,
      );
      return isUsage ? exitCodes.wrongUsage : exitCodes.failed;
    }
  };

/** Runs a program in this process, for the shell that started it. */
export const run = async (program: Program): Promise<void> => {
  const { argv, env, stdin, stdout, stderr } = process;
  process.exitCode = await program({ args: argv.slice(2), env, stdin, stdout, stderr });
};
