import { DomainError, refuse } from '@event-platform/domain';

/** SQLSTATE classes and codes (PostgreSQL appendix A) of transient errors. */
const transient = /^(?:08...|53...|57P0[1-5]|57014|40001|40P01|55P03|25P0[34]|25006)$/;
/** The server takes no writes: it was the writer, and follows another one now. */
const readOnly = '25006';
const socketCodes = /^E(?:CONN\w+|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|AI_AGAIN|NOTFOUND|NOENT|ACCES)$/;
/** Messages of the driver, without a code, for a connection that is lost or not available in time. */
const driverMessages =
  /^(?:timeout exceeded when trying to connect|timeout expired|Connection terminated|Query read timeout|Client (?:has encountered a connection error|was closed))/;

/** A standby has no rows of unlogged tables, and rejects to read them with a code that means more. */
const isUnloggedOnStandby = ({ code, routine }: { code?: unknown; routine?: unknown }): boolean =>
  code === '0A000' && routine === 'get_relation_info';

const codeOf = (error: Error): string =>
  isUnloggedOnStandby(error as object) ? readOnly : String((error as { code?: unknown }).code ?? '');

/** Whether the connection cannot be used again after the error. */
export const endsConnection = (error: unknown): boolean =>
  error instanceof Error &&
  (/^(?:08...|57P0[1-5]|25P0[34]|25006)$/.test(codeOf(error)) ||
    socketCodes.test(codeOf(error)) ||
    driverMessages.test(error.message));

/** Whether a row refers to an event that was removed after the use case had read it. */
const lacksEvent = (error: Error): boolean =>
  codeOf(error) === '23503' &&
  String((error as { constraint?: unknown }).constraint).endsWith('_event_id_foreign');

/** Whether the writer was lost or did not respond at all; one that rejects or cancels a statement did respond. */
export const isOutOfReach = (error: unknown): boolean =>
  error instanceof Error &&
  (/^(?:08...|57P0[1-3])$/.test(codeOf(error)) ||
    codeOf(error) === readOnly ||
    socketCodes.test(codeOf(error)) ||
    driverMessages.test(error.message));

/** Whether the server had no room for what was to be written (SQLSTATE). */
export const isDiskFullError = (error: unknown): boolean =>
  error instanceof Error && codeOf(error) === '53100';

/** Whether an error is the problem `unavailable`: transient, and not caused by the values of the statement. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof DomainError && error.problem.code === 'unavailable';

/** Whether a statement took too long, most likely because it waited for rows that another transaction holds. */
export const isLockTimeout = (error: unknown): boolean =>
  error instanceof DomainError &&
  error.cause instanceof Error &&
  /^(?:55P03|57014)$/.test(codeOf(error.cause));

/**
 * The one place where a transient failure of the database becomes the problem `unavailable`, and an event removed in
 * the meantime `event_not_found`. All other errors, such as another violated constraint, are faults of the software and
 * stay as they are.
 */
export const translateError = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error;
  const code = codeOf(error);
  if (lacksEvent(error)) return refuse('event_not_found');
  const isTransient = transient.test(code) || socketCodes.test(code) || driverMessages.test(error.message);
  return isTransient
    ? new DomainError({ code: 'unavailable', retryAfterSeconds: 5 }, { cause: error })
    : error;
};
