/**
 * How the client repeats a request whose response was lost. `keyed`: with the `Idempotency-Key` of the first
 * attempt, for it creates or sends something. `safe`: without a key, for a second request leaves what the
 * first one left. `never`.
 */
export type Repetition = 'keyed' | 'safe' | 'never';

/** Every `POST` of the API by its `operationId`, and what else is not safe. */
export const repetitions: Readonly<Record<string, Repetition>> = {
  createEvent: 'keyed',
  createEventSeries: 'keyed',
  createCircle: 'keyed',
  uploadPicture: 'keyed',
  addBringItem: 'keyed',
  // A second check-in says that it is not the first.
  checkInGuest: 'keyed',
  invitePeople: 'keyed',
  // Another mail, or the pause between two.
  resendInvitation: 'keyed',
  // A link that was shared in the meantime would no longer open.
  rotateInviteLink: 'keyed',
  // The second acceptance is refused.
  acceptInvitation: 'keyed',
  // Another mail.
  askEmailProof: 'keyed',
  // The second guess is refused.
  checkEmailCode: 'keyed',
  // A code is good for one sign-in, whose answer the key gets again.
  checkCode: 'keyed',
  // The key also tells a lost response from a stolen token.
  refreshSession: 'keyed',
  answerRsvp: 'safe',
  saveEvent: 'safe',
  cancelEvent: 'safe',
  postponeEvent: 'safe',
  cancelEventSeries: 'safe',
  answerEventSeries: 'safe',
  announce: 'keyed',
  // Another message to the endpoint.
  testWebhook: 'keyed',
  retryDelivery: 'safe',
  readNotices: 'safe',
  confirmBooking: 'safe',
  // The same target by the same reporter is the same report.
  fileReport: 'safe',
  closeReports: 'safe',
  takeDownEvent: 'safe',
  restoreEvent: 'safe',
  suspendUser: 'safe',
  liftSuspension: 'safe',
  lookUpUser: 'safe',
  // The second is told that the slug is taken.
  addCategory: 'never',
  mergeCategory: 'safe',
  addCircleMembers: 'safe',
  endOtherSessions: 'safe',
  logOut: 'safe',
  // It takes no key, as its response is a secret; the last address is the one that holds.
  rotateCalendarFeed: 'safe',
  // Soon after the first one it sends no further SMS.
  startSignIn: 'safe',
  // The first one raised the version that `ifVersion` names.
  updateEvent: 'keyed',
  changeEventSeries: 'keyed',
  // They take no key, as their responses are secrets.
  createWebhook: 'never',
  rotateWebhookSecret: 'never',
};
