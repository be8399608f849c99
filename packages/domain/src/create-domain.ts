import { getCalendarFeed, readCalendarFeed, rotateCalendarFeed } from './calendar/calendar-feed.ts';
import * as circles from './circles/manage-circles.ts';
import { cancelEvent } from './events/cancel-event.ts';
import { addEventAdmin, removeEventAdmin } from './events/change-event-admins.ts';
import { createEvent } from './events/create-event.ts';
import { deleteEvent } from './events/delete-event.ts';
import { getEvent } from './events/get-event.ts';
import { importEvents } from './events/import-events.ts';
import { listCategories } from './events/list-categories.ts';
import { listEvents, searchEvents } from './events/list-events.ts';
import { listMyEvents } from './events/list-my-events.ts';
import { updateEvent } from './events/update-event.ts';
import { acceptInvitation } from './invitations/accept-invitation.ts';
import { declineInvitation } from './invitations/decline-invitation.ts';
import { deliverInvitation } from './invitations/deliver-invitation.ts';
import { invite } from './invitations/invite.ts';
import { listMyInvitations } from './invitations/list-my-invitations.ts';
import * as invitations from './invitations/manage-invitations.ts';
import { previewInvitation, readInvitation } from './invitations/preview-invitation.ts';
import type { Needs } from './needs.ts';
import { answerRsvp } from './rsvp/answer-rsvp.ts';
import { saveEvent } from './saved/save-event.ts';
import { authenticate } from './sessions/authenticate.ts';
import { logOut } from './sessions/log-out.ts';
import { refreshSession } from './sessions/refresh-session.ts';
import { checkCode } from './sign-in/check-code.ts';
import { startSignIn } from './sign-in/start-sign-in.ts';
import { deleteAccount } from './users/delete-account.ts';
import { findUser } from './users/find-user.ts';
import { getProfile } from './users/get-profile.ts';
import { updateProfile } from './users/update-profile.ts';

/** Binds every use case to its ports: all that the platform can do, in one look. */
export const createDomain = (needs: Needs) => ({
  startSignIn: startSignIn(needs),
  checkCode: checkCode(needs),

  authenticate: authenticate(needs),
  refreshSession: refreshSession(needs),
  logOut: logOut(needs),

  getProfile: getProfile(needs),
  updateProfile: updateProfile(needs),
  deleteAccount: deleteAccount(needs),
  findUser: findUser(needs),

  listCategories: listCategories(needs),
  listEvents: listEvents(needs),
  searchEvents: searchEvents(needs),
  getEvent: getEvent(needs),
  listMyEvents: listMyEvents(needs),

  createEvent: createEvent(needs),
  importEvents: importEvents(needs),
  updateEvent: updateEvent(needs),
  cancelEvent: cancelEvent(needs),
  deleteEvent: deleteEvent(needs),
  addEventAdmin: addEventAdmin(needs),
  removeEventAdmin: removeEventAdmin(needs),

  answerRsvp: answerRsvp(needs),
  saveEvent: saveEvent(needs),

  invite: invite(needs),
  listEventInvitations: invitations.listEventInvitations(needs),
  revokeInvitation: invitations.revokeInvitation(needs),
  resendInvitation: invitations.resendInvitation(needs),
  rotateInviteLink: invitations.rotateInviteLink(needs),
  deliverInvitation: deliverInvitation(needs),

  listMyInvitations: listMyInvitations(needs),
  previewInvitation: previewInvitation(needs),
  readInvitation: readInvitation(needs),
  acceptInvitation: acceptInvitation(needs),
  declineInvitation: declineInvitation(needs),

  getCalendarFeed: getCalendarFeed(needs),
  rotateCalendarFeed: rotateCalendarFeed(needs),
  readCalendarFeed: readCalendarFeed(needs),

  createCircle: circles.createCircle(needs),
  listCircles: circles.listCircles(needs),
  renameCircle: circles.renameCircle(needs),
  deleteCircle: circles.deleteCircle(needs),
  listCircleMembers: circles.listCircleMembers(needs),
  addCircleMembers: circles.addCircleMembers(needs),
  removeCircleMember: circles.removeCircleMember(needs),
});

/** The use cases, bound. */
export type Domain = ReturnType<typeof createDomain>;
