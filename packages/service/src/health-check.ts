/**
 * Asks the service beside it whether it can serve; for containers, which hold no curl. It runs every few seconds, so it
 * loads nothing: `HOST` and `PORT` are those that the image sets, or whoever starts it.
 */
const { HOST = '127.0.0.1', PORT = '3000' } = process.env;

/** Less than what the image allows a check, in milliseconds. */
const timeouts = 4_000;

const everywhere: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };
const host = everywhere[HOST] ?? HOST;

try {
  const { status } = await fetch(`http://${host.includes(':') ? `[${host}]` : host}:${PORT}/health/ready`, {
    signal: AbortSignal.timeout(timeouts),
  });
  if (status !== 200) throw new Error(`The service answers ${status}.`);
} catch (error) {
  const { message, cause } = error as Error;
  process.stderr.write(`${cause instanceof Error ? cause.message : message}\n`);
  process.exitCode = 1;
}

export {};
