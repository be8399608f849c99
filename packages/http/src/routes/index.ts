import { exportAttendees } from './attendees/export-attendees.ts';
import { listAttendees } from './attendees/list-attendees.ts';
import { removeAttendee } from './attendees/remove-attendee.ts';
import { checkCode } from './auth/check-code.ts';
import { deleteAccount } from './auth/delete-account.ts';
import { endOtherSessions } from './auth/end-other-sessions.ts';
import { endSession } from './auth/end-session.ts';
import { exportAccount } from './auth/export-account.ts';
import { getProfile } from './auth/get-profile.ts';
import { listSessions } from './auth/list-sessions.ts';
import { logOut } from './auth/log-out.ts';
import { refreshSession } from './auth/refresh-session.ts';
import { startSignIn } from './auth/start-sign-in.ts';
import { updateProfile } from './auth/update-profile.ts';
import { bookSeats } from './bookings/book-seats.ts';
import { cancelBooking } from './bookings/cancel-booking.ts';
import { checkInGuest } from './bookings/check-in-guest.ts';
import { confirmBooking } from './bookings/confirm-booking.ts';
import { listBookings } from './bookings/list-bookings.ts';
import { listMyBookings } from './bookings/list-my-bookings.ts';
import { addBringItem } from './bring-list/add-bring-item.ts';
import { changeBringItem } from './bring-list/change-bring-item.ts';
import { claimBringItem } from './bring-list/claim-bring-item.ts';
import { listBringItems } from './bring-list/list-bring-items.ts';
import { releaseBringItem } from './bring-list/release-bring-item.ts';
import { removeBringItem } from './bring-list/remove-bring-item.ts';
import { getCalendarFeed } from './calendar/get-calendar-feed.ts';
import { getEventCalendar } from './calendar/get-event-calendar.ts';
import { readCalendarFeed } from './calendar/read-calendar-feed.ts';
import { rotateCalendarFeed } from './calendar/rotate-calendar-feed.ts';
import { listCategories } from './categories/list-categories.ts';
import { addCircleMembers } from './circles/add-circle-members.ts';
import { createCircle } from './circles/create-circle.ts';
import { deleteCircle } from './circles/delete-circle.ts';
import { listCircleMembers } from './circles/list-circle-members.ts';
import { listCircles } from './circles/list-circles.ts';
import { removeCircleMember } from './circles/remove-circle-member.ts';
import { renameCircle } from './circles/rename-circle.ts';
import { addEventAdmin } from './events/add-event-admin.ts';
import { answerRsvp } from './events/answer-rsvp.ts';
import { cancelEvent } from './events/cancel-event.ts';
import { createEvent } from './events/create-event.ts';
import { deleteEvent } from './events/delete-event.ts';
import { getEvent } from './events/get-event.ts';
import { listEvents } from './events/list-events.ts';
import { listMyEvents } from './events/list-my-events.ts';
import { removeEventAdmin } from './events/remove-event-admin.ts';
import { saveEvent } from './events/save-event.ts';
import { searchEvents } from './events/search-events.ts';
import { updateEvent } from './events/update-event.ts';
import { acceptInvitation } from './invitations/accept-invitation.ts';
import { declineInvitation } from './invitations/decline-invitation.ts';
import { invitePeople } from './invitations/invite-people.ts';
import { listEventInvitations } from './invitations/list-event-invitations.ts';
import { listMyInvitations } from './invitations/list-my-invitations.ts';
import { previewInvitation } from './invitations/preview-invitation.ts';
import { resendInvitation } from './invitations/resend-invitation.ts';
import { revokeInvitation } from './invitations/revoke-invitation.ts';
import { rotateInviteLink } from './invitations/rotate-invite-link.ts';
import { announce } from './notices/announce.ts';
import { changeNoticeSettings } from './notices/change-notice-settings.ts';
import { getNoticeSettings } from './notices/get-notice-settings.ts';
import { listAnnouncements } from './notices/list-announcements.ts';
import { listNotices } from './notices/list-notices.ts';
import { readNotices } from './notices/read-notices.ts';
import { closeReports } from './operator/close-reports.ts';
import { liftSuspension } from './operator/lift-suspension.ts';
import { listReports } from './operator/list-reports.ts';
import { lookUpUser } from './operator/look-up-user.ts';
import { restoreEvent } from './operator/restore-event.ts';
import { suspendUser } from './operator/suspend-user.ts';
import { takeDownEvent } from './operator/take-down-event.ts';
import { getMyAnswers } from './questions/get-my-answers.ts';
import { putMyAnswers } from './questions/put-my-answers.ts';
import { fileReport } from './reports/file-report.ts';
import type { Route } from './route.ts';
import { answerEventSeries } from './series/answer-series.ts';
import { cancelEventSeries } from './series/cancel-series.ts';
import { changeEventSeries } from './series/change-series.ts';
import { createEventSeries } from './series/create-series.ts';
import { getEventSeries } from './series/get-series.ts';
import { blockUser } from './users/block-user.ts';
import { findUser } from './users/find-user.ts';
import { listBlockedUsers } from './users/list-blocked-users.ts';
import { unblockUser } from './users/unblock-user.ts';
import { changeWebhook } from './webhooks/change-webhook.ts';
import { createWebhook } from './webhooks/create-webhook.ts';
import { deleteWebhook } from './webhooks/delete-webhook.ts';
import { getWebhook } from './webhooks/get-webhook.ts';
import { listDeliveries } from './webhooks/list-deliveries.ts';
import { listWebhooks } from './webhooks/list-webhooks.ts';
import { retryDelivery } from './webhooks/retry-delivery.ts';
import { rotateWebhookSecret } from './webhooks/rotate-webhook-secret.ts';
import { testWebhook } from './webhooks/test-webhook.ts';

/** Everything under /v1. */
export const v1: readonly Route[] = [
  startSignIn, //          POST   /auth/otp/start
  checkCode, //            POST   /auth/otp/check
  refreshSession, //       POST   /auth/refresh
  logOut, //               POST   /auth/logout
  listSessions, //         GET    /auth/sessions
  endSession, //           DELETE /auth/sessions/:id
  endOtherSessions, //     POST   /auth/sessions/end-others
  getProfile, //           GET    /auth/me
  updateProfile, //        PATCH  /auth/me
  deleteAccount, //        DELETE /auth/me
  exportAccount, //        GET    /me/export
  findUser, //             GET    /users/:username

  listCategories, //       GET    /categories
  listEvents, //           GET    /events
  searchEvents, //         GET    /events/search
  getEvent, //             GET    /events/:id
  answerRsvp, //           POST   /events/:id/rsvp
  saveEvent, //            POST   /events/:id/save
  listMyEvents, //         GET    /me/events

  getEventCalendar, //     GET    /events/:id/calendar.ics
  getCalendarFeed, //      GET    /me/calendar
  rotateCalendarFeed, //   POST   /me/calendar/rotate
  readCalendarFeed, //     GET    /calendars/:token/events.ics

  createEvent, //          POST   /events
  updateEvent, //          PATCH  /events/:id
  createEventSeries, //    POST   /event-series
  getEventSeries, //       GET    /event-series/:id
  changeEventSeries, //    PATCH  /event-series/:id
  cancelEventSeries, //    POST   /event-series/:id/cancel
  answerEventSeries, //    POST   /event-series/:id/rsvp
  cancelEvent, //          POST   /events/:id/cancel
  deleteEvent, //          DELETE /events/:id
  addEventAdmin, //        PUT    /events/:id/admins/:userId
  removeEventAdmin, //     DELETE /events/:id/admins/:userId
  listAttendees, //        GET    /events/:id/attendees
  exportAttendees, //      GET    /events/:id/attendees.csv
  removeAttendee, //       DELETE /events/:id/attendees/:userId
  listBookings, //         GET    /events/:id/bookings
  confirmBooking, //       POST   /events/:id/bookings/:bookingId/confirm
  checkInGuest, //         POST   /events/:id/check-in

  bookSeats, //            PUT    /events/:id/booking
  cancelBooking, //        DELETE /events/:id/booking
  listMyBookings, //       GET    /me/bookings

  listBringItems, //       GET    /events/:id/bring-list
  addBringItem, //         POST   /events/:id/bring-list
  changeBringItem, //      PATCH  /events/:id/bring-list/:itemId
  removeBringItem, //      DELETE /events/:id/bring-list/:itemId
  getMyAnswers, //         GET    /events/:id/my-answers
  putMyAnswers, //         PUT    /events/:id/my-answers

  claimBringItem, //       PUT    /events/:id/bring-list/:itemId/claim
  releaseBringItem, //     DELETE /events/:id/bring-list/:itemId/claim

  invitePeople, //         POST   /events/:id/invites
  listEventInvitations, // GET    /events/:id/invites
  revokeInvitation, //     DELETE /events/:id/invites/:inviteId
  resendInvitation, //     POST   /events/:id/invites/:inviteId/resend
  rotateInviteLink, //     POST   /events/:id/invite-link/rotate

  listMyInvitations, //    GET    /me/event-invites
  declineInvitation, //    DELETE /me/event-invites/:id
  listBlockedUsers, //     GET    /me/blocked-users
  blockUser, //            PUT    /me/blocked-users/:userId
  unblockUser, //          DELETE /me/blocked-users/:userId
  previewInvitation, //    GET    /event-invites/:token
  acceptInvitation, //     POST   /event-invites/:token/accept

  fileReport, //           POST   /reports
  listReports, //          GET    /operator/reports
  closeReports, //         POST   /operator/reports/:targetId/close
  takeDownEvent, //        POST   /operator/events/:id/take-down
  restoreEvent, //         POST   /operator/events/:id/restore
  suspendUser, //          POST   /operator/users/:id/suspend
  liftSuspension, //       POST   /operator/users/:id/lift
  lookUpUser, //           POST   /operator/users/look-up

  listCircles, //          GET    /me/circles
  createCircle, //         POST   /me/circles
  renameCircle, //         PATCH  /me/circles/:id
  deleteCircle, //         DELETE /me/circles/:id
  listCircleMembers, //    GET    /me/circles/:id/members
  addCircleMembers, //     POST   /me/circles/:id/members
  removeCircleMember, //   DELETE /me/circles/:id/members/:userId
  listNotices, //          GET    /me/notices
  readNotices, //          POST   /me/notices/read
  getNoticeSettings, //    GET    /me/notice-settings
  changeNoticeSettings, // PUT    /me/notice-settings
  announce, //             POST   /events/:id/announcements
  listAnnouncements, //    GET    /events/:id/announcements

  createWebhook, //        POST   /webhooks
  listWebhooks, //         GET    /webhooks
  getWebhook, //           GET    /webhooks/:id
  changeWebhook, //        PATCH  /webhooks/:id
  deleteWebhook, //        DELETE /webhooks/:id
  rotateWebhookSecret, //  POST   /webhooks/:id/rotate
  testWebhook, //          POST   /webhooks/:id/test
  listDeliveries, //       GET    /webhooks/:id/deliveries
  retryDelivery, //        POST   /webhooks/:id/deliveries/:deliveryId/retry
];
