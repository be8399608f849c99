import { limits, refuse } from '@event-platform/domain';

const token = /^[A-Za-z0-9_-]+$/;
const username = /^[A-Za-z0-9._-]+$/;

/** Whether a text can be a token of an address. */
export const isToken = (text: string): boolean => text.length <= limits.tokenLength && token.test(text);

/** A text in the form of an invitation token. Throws `invitation_not_found` for any other. */
export const invitationToken = (text: string): string => {
  if (!isToken(text)) throw refuse('invitation_not_found');
  return text;
};

/** A text in the form of the token of a calendar feed. Throws `not_found` for any other. */
export const feedToken = (text: string): string => {
  if (!isToken(text)) throw refuse('not_found');
  return text;
};

/** A text in the form of a username. Throws `not_found` for any other. */
export const wellFormedUsername = (text: string): string => {
  if (text.length > limits.usernameLength || !username.test(text)) throw refuse('not_found');
  return text;
};
