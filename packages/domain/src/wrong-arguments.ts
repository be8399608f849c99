import { DomainError, refuseInput } from './problem.ts';

// biome-ignore lint/suspicious/noExplicitAny: use cases of any arguments and result
type UseCases = Readonly<Record<string, (...args: any[]) => unknown>>;

/** What V8, JavaScriptCore and SpiderMonkey say of a value that is not what its type says. */
const wrongType =
  /undefined|null|is not (?:a function|an object|iterable)|can't access|Cannot (?:read|destructure|convert|mix|use)/;

/**
 * Callers without types may leave arguments out or send others: the error of that is `invalid_request`, with what was
 * thrown as its cause. All other errors pass through.
 */
const asRefusal = (error: unknown): unknown =>
  error instanceof TypeError && wrongType.test(error.message)
    ? new DomainError(
        refuseInput({ path: '', message: 'lacks an argument, or has one of another type' }).problem,
        {
          cause: error,
        },
      )
    : error;

const refusing =
  <Args extends unknown[]>(useCase: (...args: Args) => unknown) =>
  (...args: Args): unknown => {
    try {
      const result = useCase(...args);
      return result instanceof Promise
        ? result.catch((error: unknown) => {
            throw asRefusal(error);
          })
        : result;
    } catch (error) {
      throw asRefusal(error);
    }
  };

/** The use cases, which refuse wrong arguments as `invalid_request` instead of failing. */
export const refusingWrongArguments = <Cases extends UseCases>(cases: Cases): Cases =>
  Object.fromEntries(Object.entries(cases).map(([name, useCase]) => [name, refusing(useCase)])) as Cases;

/** Whether a refusal is of {@link refusingWrongArguments}: to who checks arguments before, a fault of the software. */
export const isOfWrongArguments = (error: unknown): boolean =>
  error instanceof DomainError &&
  error.problem.code === 'invalid_request' &&
  error.cause instanceof TypeError;
