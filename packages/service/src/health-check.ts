import './node-version.ts';

/**
 * Exits with 0 when the service of the same container is ready; the image holds no curl. It runs every few seconds, so
 * it loads no module: it reads `HOST` and `PORT` without the configuration.
 */
const { HOST = '127.0.0.1', PORT = '3000' } = process.env;

/** Less than the timeout of the image's health check. */
const timeoutMs = 4_000;

const loopbackOf: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };
const host = loopbackOf[HOST] ?? HOST;

try {
  const { status } = await fetch(`http://${host.includes(':') ? `[${host}]` : host}:${PORT}/health/ready`, {
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (status !== 200) throw new Error(`The service responded ${status}.`);
} catch (error) {
  const { message, cause } = error as Error;
  process.stderr.write(`${cause instanceof Error ? cause.message : message}\n`);
  process.exitCode = 1;
}
