import { limits, refuse } from '@event-platform/domain';

const token = /^[A-Za-z0-9_-]+$/;
const username = /^[A-Za-z0-9._-]+$/;

const isToken = (text: string): boolean => text.length <= limits.tokenLength && token.test(text);

/** An invitation token in a form that one could have. Throws `invitation_not_found` for any other text. */
export const invitationToken = (text: string): string => {
  if (!isToken(text)) throw refuse('invitation_not_found');
  return text;
};

/** The token of a calendar feed in a form that one could have. Throws `not_found` for any other text. */
export const feedToken = (text: string): string => {
  if (!isToken(text)) throw refuse('not_found');
  return text;
};

/** A username in a form that one could have. Throws `not_found` for any other text. */
export const knownUsername = (text: string): string => {
  if (text.length > limits.usernameLength || !username.test(text)) throw refuse('not_found');
  return text;
};
