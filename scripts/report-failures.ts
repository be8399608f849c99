// Prints what `npm test` says (`.taprc`): a line for each file of tests that ends, what failed or was left out in it, and a
// closing line. `--reporter=tap` prints everything.
import { Transform, type TransformCallback } from 'node:stream';
import { inspect, stripVTControlCharacters } from 'node:util';
import { Parser, type Result } from 'tap-parser';

const indented = (text: string): string => text.replaceAll(/^(?=.)/gm, '    ');

const detail = ([name, value]: [string, unknown]): string => {
  const text = typeof value === 'string' ? value.trimEnd() : inspect(value, { depth: 8, breakLength: 100 });
  return text.includes('\n') ? `${name}:\n${indented(text)}` : `${name}: ${text}`;
};

/** The place also stands in the stack. */
const failure = ({ fullname, name, diag }: Result): string => {
  const { at: _, source: __, ...told } = (diag ?? {}) as Record<string, unknown>;
  const details = Object.entries(told).map((entry) => indented(detail(entry)));
  return [`not ok - ${fullname || name}`, ...details].join('\n');
};

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

/** TAP in, text out. */
export default class FailureReporter extends Transform {
  readonly #parser = new Parser();
  #asserts = 0;
  #skipped = 0;
  #failed = 0;
  readonly #startedAt = performance.now();

  constructor() {
    super({ decodeStrings: false });
    this.#parser.on('child', (file: Parser) => this.#follow(file));
    this.#parser.on('assert', (result: Result) => this.#endOfFile(result));
    this.#parser.on('extra', (text: string) => this.#print(text.trim()));
    this.#parser.on('bailout', (reason: string) => this.#print(`Bail out! ${reason}`));
  }

  #print(text: string): void {
    this.push(`${stripVTControlCharacters(text)}\n`);
  }

  #follow(test: Parser): void {
    // What holds others fails with them; on its own it fails when it ends too early or too late.
    let failed = 0;
    test.on('child', (child: Parser) => {
      this.#follow(child);
      child.on('complete', ({ fail }: { fail: number }) => {
        failed = fail;
      });
    });
    test.on('assert', (result: Result) => {
      this.#count(result, failed > 0);
      failed = 0;
    });
  }

  #count(result: Result, holdsFailed: boolean): void {
    this.#asserts += 1;
    if (result.skip) {
      this.#skipped += 1;
      this.#print(`skipped - ${result.fullname || result.name}: ${result.skip}`);
    } else if (!result.ok && !result.todo && !holdsFailed) {
      this.#failed += 1;
      this.#print(failure(result));
    }
  }

  #endOfFile({ ok, name, time }: Result): void {
    this.#print(`${ok ? 'ok' : 'not ok'} ${name} ${seconds(time ?? 0)}`);
  }

  override _transform(chunk: Buffer | string, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#parser.write(String(chunk));
    done();
  }

  override _flush(done: TransformCallback): void {
    this.#parser.on('complete', () => {
      const time = seconds(performance.now() - this.#startedAt);
      this.#print(
        `# ${this.#asserts} assertions, ${this.#failed} failed, ${this.#skipped} skipped, in ${time}`,
      );
      done();
    });
    this.#parser.end();
  }
}
