/** The mail server did not take a mail, and may take it later. Holds no address and no text of the server. */
export class MailUnavailable extends Error {
  constructor(reason: string) {
    super(`The mail server did not take the message: ${reason}`);
    this.name = 'MailUnavailable';
  }
}

/** What nodemailer's errors carry besides their message. */
interface SmtpFault {
  readonly code?: unknown;
  readonly command?: unknown;
  readonly response?: unknown;
  readonly responseCode?: unknown;
  readonly permanent?: unknown;
}

const faultOf = (error: unknown): SmtpFault => (error instanceof Error ? (error as SmtpFault) : {});

/**
 * Whether the mail itself was refused for good. That is a 5yz reply to the recipient or to the content, or an
 * address that cannot be written in SMTP. A 5yz reply to the greeting, the log-in or the sender is about us:
 * once the operator has mended it, the same mail goes through.
 */
export const isRefusal = (error: unknown): boolean => {
  const { code, command, permanent } = faultOf(error);
  if (code === 'EENVELOPE' && command === 'API') return true;
  return permanent === true && (command === 'RCPT TO' || command === 'DATA');
};

// Only codes pass: the words of a server quote addresses.
const word = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[A-Z][A-Z0-9_ ]{1,39}$/.test(value) ? value : undefined;

/** The error without anything personal in it. */
export const toMailUnavailable = (error: unknown): MailUnavailable => {
  const { code, command, response, responseCode } = faultOf(error);
  const enhancedCode =
    typeof response === 'string' ? /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] : undefined;
  const stage = word(command);
  const reply = Number.isInteger(responseCode)
    ? `reply ${[responseCode, enhancedCode].filter(Boolean).join(' ')}`
    : undefined;
  const parts = [word(code), stage && `at ${stage}`, reply].filter(Boolean);
  return new MailUnavailable(parts.join(' ') || 'unexpected failure');
};
