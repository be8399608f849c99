import { noteRefusal } from './access/note-refusal.ts';
import { askEmailProof } from './account-email/ask-email-proof.ts';
import { deliverEmailCode } from './account-email/deliver-email-code.ts';
import { checkEmailCode, openEmailLink, removeEmail, viewEmailLink } from './account-email/prove-email.ts';
import { deliverDigest, queueDigests } from './activity/digest.ts';
import { pushActivity } from './activity/push-activity.ts';
import { tellActivity } from './activity/tell-activity.ts';
import { announce, listAnnouncements } from './announcements/announce.ts';
import { countAudience } from './announcements/count-audience.ts';
import { exportAttendees } from './attendees/export-attendees.ts';
import { listAttendees } from './attendees/list-attendees.ts';
import { removeAttendee } from './attendees/remove-attendee.ts';
import { bookSeats } from './bookings/book-seats.ts';
import { cancelBooking } from './bookings/cancel-booking.ts';
import { checkInGuest, countCheckedIn } from './bookings/check-in.ts';
import { confirmBooking } from './bookings/confirm-booking.ts';
import { listBookings, listMyBookings } from './bookings/list-bookings.ts';
import { claimBringItem, releaseBringItem } from './bring-list/claim-bring-item.ts';
import { addBringItem, changeBringItem, removeBringItem } from './bring-list/edit-bring-items.ts';
import { listBringItems } from './bring-list/list-bring-items.ts';
import {
  findFeedOwner,
  getCalendarFeed,
  readCalendarFeed,
  rotateCalendarFeed,
} from './calendar/calendar-feed.ts';
import {
  addCategory,
  changeCategory,
  listManagedCategories,
  mergeCategory,
  orderCategories,
} from './categories/manage-categories.ts';
import { refileCategory } from './categories/refile-category.ts';
import { addCircleMembers } from './circles/add-circle-members.ts';
import { createCircle } from './circles/create-circle.ts';
import { deleteCircle } from './circles/delete-circle.ts';
import { listCircleMembers } from './circles/list-circle-members.ts';
import { listCircles } from './circles/list-circles.ts';
import { removeCircleMember } from './circles/remove-circle-member.ts';
import { renameCircle } from './circles/rename-circle.ts';
import type { Dependencies } from './dependencies.ts';
import { getPushProviders, listDevices, registerDevice, removeDevice } from './devices/manage-devices.ts';
import { getEventPage } from './event-pages/get-event-page.ts';
import { cancelEvent } from './events/edit/cancel-event.ts';
import { addEventAdmin, removeEventAdmin } from './events/edit/change-event-admins.ts';
import { createEvent } from './events/edit/create-event.ts';
import { deleteEvent } from './events/edit/delete-event.ts';
import { postponeEvent } from './events/edit/postpone-event.ts';
import { updateEvent } from './events/edit/update-event.ts';
import { findTimeZone } from './events/find-time-zone.ts';
import { getEvent } from './events/get-event.ts';
import { getManagedEvent } from './events/get-managed-event.ts';
import { listCategories } from './events/list-categories.ts';
import { listEventAdmins } from './events/list-event-admins.ts';
import { listEvents, searchEvents } from './events/lists/list-events.ts';
import { listMyEvents } from './events/lists/list-my-events.ts';
import { listTags } from './events/lists/list-tags.ts';
import { listSitemapParts, readSitemapPart } from './events/lists/sitemap.ts';
import { exportAccount } from './export/export-account.ts';
import { eraseUser, exportUser } from './export/serve-letters.ts';
import { followChanges } from './follow-changes.ts';
import { importEvents } from './imports/import-events.ts';
import { pruneImports } from './imports/prune-imports.ts';
import { acceptInvitation } from './invitations/accept-invitation.ts';
import { declineByToken } from './invitations/decline-by-token.ts';
import { declineInvitation } from './invitations/decline-invitation.ts';
import { deliverInvitation } from './invitations/deliver-invitation.ts';
import { findInviteLink, makeInviteLink } from './invitations/find-invite-link.ts';
import { invite } from './invitations/invite.ts';
import { listEventInvitations } from './invitations/list-event-invitations.ts';
import { listMyInvitations } from './invitations/list-my-invitations.ts';
import { previewInvitation, readInvitation } from './invitations/preview-invitation.ts';
import { resendInvitation } from './invitations/resend-invitation.ts';
import { revokeInvitation } from './invitations/revoke-invitation.ts';
import { rotateInviteLink } from './invitations/rotate-invite-link.ts';
import { viewInvitation } from './invitations/view-invitation.ts';
import { checkUnsubscribe, unsubscribe } from './mails/unsubscribe.ts';
import { admitOperator } from './moderation/admit-operator.ts';
import { changeOperator } from './moderation/change-operator.ts';
import { lookUpUser } from './moderation/look-up-user.ts';
import { liftSuspension, suspendUser } from './moderation/suspend-user.ts';
import { restoreEvent, takeDownEvent } from './moderation/take-down-event.ts';
import { deliverNoticeMail } from './notices/deliver-notice-mail.ts';
import { changeNoticeSettings, getNoticeSettings, listNotices, readNotices } from './notices/inbox.ts';
import { deliverNoticeSms } from './notices/notice-sms.ts';
import { queueReminders } from './notices/remind.ts';
import { tellChange } from './notices/tell-change.ts';
import { dropPicture, keepPicture, preparePicture } from './pictures/add-picture.ts';
import { checkPictures, sweepPictures } from './pictures/check-pictures.ts';
import { deletePicture, isPictureShown, listPictures, ownsPicture } from './pictures/own-pictures.ts';
import { placePictures } from './pictures/picture-files.ts';
import { deliverPush, readPushReceipt } from './pushes/deliver-push.ts';
import { answerQuestions, readMyAnswers } from './questions/my-answers.ts';
import { closeReports } from './reports/close-reports.ts';
import { fileReport, reportInvitation } from './reports/file-report.ts';
import { listReports } from './reports/list-reports.ts';
import { answerRsvp } from './rsvp/answer-rsvp.ts';
import { saveEvent } from './saved/save-event.ts';
import { answerSeries } from './series/answer-series.ts';
import { cancelSeries } from './series/cancel-series.ts';
import { changeSeries } from './series/change-series.ts';
import { createSeries } from './series/create-series.ts';
import { extendSeries } from './series/extend-series.ts';
import { getSeries } from './series/get-series.ts';
import { authenticate } from './sessions/authenticate.ts';
import { endOtherSessions } from './sessions/end-other-sessions.ts';
import { endSession } from './sessions/end-session.ts';
import { listSessions } from './sessions/list-sessions.ts';
import { logOut } from './sessions/log-out.ts';
import { readReceipt } from './sessions/read-receipt.ts';
import { readSession } from './sessions/read-session.ts';
import { refreshSession } from './sessions/refresh-session.ts';
import { checkCode } from './sign-in/check-code.ts';
import { deleteAccount } from './sign-in/delete-account.ts';
import { findOrCreateUser } from './sign-in/find-or-create-user.ts';
import { listPhoneCountries, readPhone } from './sign-in/phones/reachable-phone.ts';
import { startSignIn } from './sign-in/start-sign-in.ts';
import { blockUser } from './users/block-user.ts';
import { findUser } from './users/find-user.ts';
import { getProfile } from './users/get-profile.ts';
import { listBlockedUsers } from './users/list-blocked-users.ts';
import { unblockUser } from './users/unblock-user.ts';
import { updateProfile } from './users/update-profile.ts';
import { attemptDelivery, attemptFailingDelivery } from './webhooks/deliver.ts';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  getWebhook,
  listDeliveries,
  listWebhooks,
  retryDelivery,
  rotateWebhookSecret,
  testWebhook,
} from './webhooks/manage-webhooks.ts';
import { refusingWrongArguments } from './wrong-arguments.ts';

const bindUseCases = (dependencies: Dependencies) => ({
  startSignIn: startSignIn(dependencies),
  checkCode: checkCode(dependencies),
  readPhone: readPhone(dependencies),
  listPhoneCountries: listPhoneCountries(dependencies),

  authenticate: authenticate(dependencies),
  readReceipt: readReceipt(dependencies),
  readSession: readSession(dependencies),
  refreshSession: refreshSession(dependencies),
  logOut: logOut(dependencies),
  listSessions: listSessions(dependencies),
  endSession: endSession(dependencies),
  endOtherSessions: endOtherSessions(dependencies),

  getProfile: getProfile(dependencies),
  updateProfile: updateProfile(dependencies),
  askEmailProof: askEmailProof(dependencies),
  checkEmailCode: checkEmailCode(dependencies),
  viewEmailLink: viewEmailLink(dependencies),
  openEmailLink: openEmailLink(dependencies),
  removeEmail: removeEmail(dependencies),
  deliverEmailCode: deliverEmailCode(dependencies),
  deleteAccount: deleteAccount(dependencies),
  exportAccount: exportAccount(dependencies),
  exportUser: exportUser(dependencies),
  eraseUser: eraseUser(dependencies),
  findOrCreateUser: findOrCreateUser(dependencies),
  findUser: findUser(dependencies),
  blockUser: blockUser(dependencies),
  unblockUser: unblockUser(dependencies),
  listBlockedUsers: listBlockedUsers(dependencies),

  listCategories: listCategories(dependencies),
  listTags: listTags(dependencies),
  listEvents: listEvents(dependencies),
  searchEvents: searchEvents(dependencies),
  getEvent: getEvent(dependencies),
  getEventPage: getEventPage(dependencies),
  getManagedEvent: getManagedEvent(dependencies),
  findTimeZone: findTimeZone(dependencies),
  listMyEvents: listMyEvents(dependencies),
  listSitemapParts: listSitemapParts(dependencies),
  readSitemapPart: readSitemapPart(dependencies),

  createEvent: createEvent(dependencies),
  importEvents: importEvents(dependencies),
  pruneImports: pruneImports(dependencies),
  updateEvent: updateEvent(dependencies),
  cancelEvent: cancelEvent(dependencies),
  postponeEvent: postponeEvent(dependencies),
  deleteEvent: deleteEvent(dependencies),
  addEventAdmin: addEventAdmin(dependencies),
  removeEventAdmin: removeEventAdmin(dependencies),
  listEventAdmins: listEventAdmins(dependencies),

  createSeries: createSeries(dependencies),
  getSeries: getSeries(dependencies),
  changeSeries: changeSeries(dependencies),
  cancelSeries: cancelSeries(dependencies),
  answerSeries: answerSeries(dependencies),
  extendSeries: extendSeries(dependencies),

  answerRsvp: answerRsvp(dependencies),
  saveEvent: saveEvent(dependencies),

  bookSeats: bookSeats(dependencies),
  cancelBooking: cancelBooking(dependencies),
  listMyBookings: listMyBookings(dependencies),
  listBookings: listBookings(dependencies),
  confirmBooking: confirmBooking(dependencies),
  checkInGuest: checkInGuest(dependencies),
  countCheckedIn: countCheckedIn(dependencies),

  readMyAnswers: readMyAnswers(dependencies),
  answerQuestions: answerQuestions(dependencies),

  listBringItems: listBringItems(dependencies),
  addBringItem: addBringItem(dependencies),
  changeBringItem: changeBringItem(dependencies),
  removeBringItem: removeBringItem(dependencies),
  claimBringItem: claimBringItem(dependencies),
  releaseBringItem: releaseBringItem(dependencies),

  listAttendees: listAttendees(dependencies),
  exportAttendees: exportAttendees(dependencies),
  removeAttendee: removeAttendee(dependencies),

  invite: invite(dependencies),
  listEventInvitations: listEventInvitations(dependencies),
  revokeInvitation: revokeInvitation(dependencies),
  resendInvitation: resendInvitation(dependencies),
  findInviteLink: findInviteLink(dependencies),
  makeInviteLink: makeInviteLink(dependencies),
  rotateInviteLink: rotateInviteLink(dependencies),
  deliverInvitation: deliverInvitation(dependencies),
  checkUnsubscribe: checkUnsubscribe(dependencies),
  unsubscribe: unsubscribe(dependencies),

  listMyInvitations: listMyInvitations(dependencies),
  previewInvitation: previewInvitation(dependencies),
  readInvitation: readInvitation(dependencies),
  viewInvitation: viewInvitation(dependencies),
  acceptInvitation: acceptInvitation(dependencies),
  declineByToken: declineByToken(dependencies),
  declineInvitation: declineInvitation(dependencies),

  announce: announce(dependencies),
  countAudience: countAudience(dependencies),
  listAnnouncements: listAnnouncements(dependencies),
  listNotices: listNotices(dependencies),
  readNotices: readNotices(dependencies),
  getNoticeSettings: getNoticeSettings(dependencies),
  changeNoticeSettings: changeNoticeSettings(dependencies),

  registerDevice: registerDevice(dependencies),
  listDevices: listDevices(dependencies),
  removeDevice: removeDevice(dependencies),
  getPushProviders: getPushProviders(dependencies),

  createWebhook: createWebhook(dependencies),
  listWebhooks: listWebhooks(dependencies),
  getWebhook: getWebhook(dependencies),
  changeWebhook: changeWebhook(dependencies),
  deleteWebhook: deleteWebhook(dependencies),
  rotateWebhookSecret: rotateWebhookSecret(dependencies),
  testWebhook: testWebhook(dependencies),
  listDeliveries: listDeliveries(dependencies),
  retryDelivery: retryDelivery(dependencies),

  preparePicture: preparePicture(dependencies),
  keepPicture: keepPicture(dependencies),
  dropPicture: dropPicture(dependencies),
  listPictures: listPictures(dependencies),
  deletePicture: deletePicture(dependencies),
  ownsPicture: ownsPicture(dependencies),
  isPictureShown: isPictureShown(dependencies),
  placePictures: placePictures(dependencies),
  checkPictures: checkPictures(dependencies),
  sweepPictures: sweepPictures(dependencies),

  followChanges: followChanges(dependencies),
  queueReminders: queueReminders(dependencies),
  tellActivity: tellActivity(dependencies),
  pushActivity: pushActivity(dependencies),
  queueDigests: queueDigests(dependencies),
  deliverDigest: deliverDigest(dependencies),
  tellChange: tellChange(dependencies),
  deliverNoticeSms: deliverNoticeSms(dependencies),
  deliverNoticeMail: deliverNoticeMail(dependencies),
  deliverPush: deliverPush(dependencies),
  readPushReceipt: readPushReceipt(dependencies),
  attemptDelivery: attemptDelivery(dependencies),
  attemptFailingDelivery: attemptFailingDelivery(dependencies),

  getCalendarFeed: getCalendarFeed(dependencies),
  rotateCalendarFeed: rotateCalendarFeed(dependencies),
  findFeedOwner: findFeedOwner(dependencies),
  readCalendarFeed: readCalendarFeed(dependencies),

  noteRefusal: noteRefusal(dependencies),
  fileReport: fileReport(dependencies),
  reportInvitation: reportInvitation(dependencies),
  admitOperator: admitOperator(dependencies),
  listReports: listReports(dependencies),
  closeReports: closeReports(dependencies),
  takeDownEvent: takeDownEvent(dependencies),
  restoreEvent: restoreEvent(dependencies),
  suspendUser: suspendUser(dependencies),
  liftSuspension: liftSuspension(dependencies),
  lookUpUser: lookUpUser(dependencies),
  listManagedCategories: listManagedCategories(dependencies),
  addCategory: addCategory(dependencies),
  changeCategory: changeCategory(dependencies),
  mergeCategory: mergeCategory(dependencies),
  orderCategories: orderCategories(dependencies),
  refileCategory: refileCategory(dependencies),
  grantOperator: changeOperator(dependencies, 'admin', 'operator_granted'),
  revokeOperator: changeOperator(dependencies, 'user', 'operator_revoked'),

  createCircle: createCircle(dependencies),
  listCircles: listCircles(dependencies),
  renameCircle: renameCircle(dependencies),
  deleteCircle: deleteCircle(dependencies),
  listCircleMembers: listCircleMembers(dependencies),
  addCircleMembers: addCircleMembers(dependencies),
  removeCircleMember: removeCircleMember(dependencies),
});

/** Binds every use case to its ports: everything that the platform can do. */
export const createDomain = (dependencies: Dependencies) =>
  refusingWrongArguments(bindUseCases(dependencies));

/** The use cases, bound. */
export type Domain = ReturnType<typeof createDomain>;
