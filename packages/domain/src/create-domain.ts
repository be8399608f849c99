import { getCalendarFeed, readCalendarFeed, rotateCalendarFeed } from './calendar/calendar-feed.ts';
import * as circles from './circles/manage-circles.ts';
import type { Dependencies } from './dependencies.ts';
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
export const createDomain = (dependencies: Dependencies) => ({
  startSignIn: startSignIn(dependencies),
  checkCode: checkCode(dependencies),

  authenticate: authenticate(dependencies),
  refreshSession: refreshSession(dependencies),
  logOut: logOut(dependencies),

  getProfile: getProfile(dependencies),
  updateProfile: updateProfile(dependencies),
  deleteAccount: deleteAccount(dependencies),
  findUser: findUser(dependencies),

  listCategories: listCategories(dependencies),
  listEvents: listEvents(dependencies),
  searchEvents: searchEvents(dependencies),
  getEvent: getEvent(dependencies),
  listMyEvents: listMyEvents(dependencies),

  createEvent: createEvent(dependencies),
  importEvents: importEvents(dependencies),
  updateEvent: updateEvent(dependencies),
  cancelEvent: cancelEvent(dependencies),
  deleteEvent: deleteEvent(dependencies),
  addEventAdmin: addEventAdmin(dependencies),
  removeEventAdmin: removeEventAdmin(dependencies),

  answerRsvp: answerRsvp(dependencies),
  saveEvent: saveEvent(dependencies),

  invite: invite(dependencies),
  listEventInvitations: invitations.listEventInvitations(dependencies),
  revokeInvitation: invitations.revokeInvitation(dependencies),
  resendInvitation: invitations.resendInvitation(dependencies),
  rotateInviteLink: invitations.rotateInviteLink(dependencies),
  deliverInvitation: deliverInvitation(dependencies),

  listMyInvitations: listMyInvitations(dependencies),
  previewInvitation: previewInvitation(dependencies),
  readInvitation: readInvitation(dependencies),
  acceptInvitation: acceptInvitation(dependencies),
  declineInvitation: declineInvitation(dependencies),

  getCalendarFeed: getCalendarFeed(dependencies),
  rotateCalendarFeed: rotateCalendarFeed(dependencies),
  readCalendarFeed: readCalendarFeed(dependencies),

  createCircle: circles.createCircle(dependencies),
  listCircles: circles.listCircles(dependencies),
  renameCircle: circles.renameCircle(dependencies),
  deleteCircle: circles.deleteCircle(dependencies),
  listCircleMembers: circles.listCircleMembers(dependencies),
  addCircleMembers: circles.addCircleMembers(dependencies),
  removeCircleMember: circles.removeCircleMember(dependencies),
});

/** The use cases, bound. */
export type Domain = ReturnType<typeof createDomain>;
