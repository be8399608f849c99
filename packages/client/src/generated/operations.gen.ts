// Generated from the OpenAPI document by `npm run generate:client`; do not edit.
import type { Call, ListCall, NoArguments, OperationDescription } from '../operation.ts';
import type * as types from './types.gen.ts';

/** How each operation is sent. */
export const operations = {
  startSignIn: {"method":"POST","path":"/v1/auth/otp/start","auth":"none","accepts":"application/json"},
  checkCode: {"method":"POST","path":"/v1/auth/otp/check","auth":"none","accepts":"application/json","repetition":"keyed","takesKey":true},
  refreshSession: {"method":"POST","path":"/v1/auth/refresh","auth":"none","accepts":"application/json","repetition":"keyed","takesKey":true},
  logOut: {"method":"POST","path":"/v1/auth/logout","auth":"required","accepts":"application/json","takesKey":true},
  listSessions: {"method":"GET","path":"/v1/auth/sessions","auth":"required","accepts":"application/json"},
  endSession: {"method":"DELETE","path":"/v1/auth/sessions/{id}","auth":"required","accepts":null},
  endOtherSessions: {"method":"POST","path":"/v1/auth/sessions/end-others","auth":"required","accepts":"application/json","takesKey":true},
  getProfile: {"method":"GET","path":"/v1/auth/me","auth":"required","accepts":"application/json"},
  updateProfile: {"method":"PATCH","path":"/v1/auth/me","auth":"required","accepts":"application/json","takesKey":true},
  deleteAccount: {"method":"DELETE","path":"/v1/auth/me","auth":"required","accepts":null},
  exportAccount: {"method":"GET","path":"/v1/me/export","auth":"required","accepts":"application/json"},
  askEmailProof: {"method":"POST","path":"/v1/me/email","auth":"required","accepts":"application/json","repetition":"keyed","takesKey":true},
  removeEmail: {"method":"DELETE","path":"/v1/me/email","auth":"required","accepts":null},
  checkEmailCode: {"method":"POST","path":"/v1/me/email/check","auth":"required","accepts":"application/json","repetition":"keyed","takesKey":true},
  findUser: {"method":"GET","path":"/v1/users/{username}","auth":"required","accepts":"application/json"},
  listBlockedUsers: {"method":"GET","path":"/v1/me/blocked-users","auth":"required","accepts":"application/json","largestPage":50},
  blockUser: {"method":"PUT","path":"/v1/me/blocked-users/{userId}","auth":"required","accepts":null,"takesKey":true},
  unblockUser: {"method":"DELETE","path":"/v1/me/blocked-users/{userId}","auth":"required","accepts":null},
  listCategories: {"method":"GET","path":"/v1/categories","auth":"none","accepts":"application/json"},
  listTags: {"method":"GET","path":"/v1/tags","auth":"none","accepts":"application/json"},
  listEvents: {"method":"GET","path":"/v1/events","auth":"optional","accepts":"application/json","largestPage":50},
  createEvent: {"method":"POST","path":"/v1/events","auth":"required","accepts":"application/json","repetition":"keyed","takesKey":true},
  searchEvents: {"method":"GET","path":"/v1/events/search","auth":"optional","accepts":"application/json","largestPage":50},
  getEvent: {"method":"GET","path":"/v1/events/{id}","auth":"optional","accepts":"application/json"},
  updateEvent: {"method":"PATCH","path":"/v1/events/{id}","auth":"required","accepts":"application/json","repetition":"keyed","takesKey":true},
  deleteEvent: {"method":"DELETE","path":"/v1/events/{id}","auth":"required","accepts":null},
  answerRsvp: {"method":"POST","path":"/v1/events/{id}/rsvp","auth":"required","accepts":"application/json","takesKey":true},
  saveEvent: {"method":"POST","path":"/v1/events/{id}/save","auth":"required","accepts":"application/json","takesKey":true},
  listMyEvents: {"method":"GET","path":"/v1/me/events","auth":"required","accepts":"application/json","largestPage":50},
  cancelEvent: {"method":"POST","path":"/v1/events/{id}/cancel","auth":"required","accepts":"application/json","takesKey":true},
  postponeEvent: {"method":"POST","path":"/v1/events/{id}/postpone","auth":"required","accepts":"application/json","takesKey":true},
  listEventAdmins: {"method":"GET","path":"/v1/events/{id}/admins","auth":"required","accepts":"application/json","largestPage":50},
  addEventAdmin: {"method":"PUT","path":"/v1/events/{id}/admins/{userId}","auth":"required","accepts":null,"takesKey":true},
  removeEventAdmin: {"method":"DELETE","path":"/v1/events/{id}/admins/{userId}","auth":"required","accepts":null},
  getEventCalendar: {"method":"GET","path":"/v1/events/{id}/calendar.ics","auth":"optional","accepts":"text/calendar"},
  getCalendarFeed: {"method":"GET","path":"/v1/me/calendar","auth":"required","accepts":"application/json"},
  rotateCalendarFeed: {"method":"POST","path":"/v1/me/calendar/rotate","auth":"required","accepts":"application/json"},
  readCalendarFeed: {"method":"GET","path":"/v1/calendars/{token}/events.ics","auth":"none","accepts":"text/calendar"},
  createEventSeries: {"method":"POST","path":"/v1/event-series","auth":"required","accepts":"application/json","repetition":"keyed","takesKey":true},
  getEventSeries: {"method":"GET","path":"/v1/event-series/{id}","auth":"optional","accepts":"application/json"},
  changeEventSeries: {"method":"PATCH","path":"/v1/event-series/{id}","auth":"required","accepts":"application/json","repetition":"keyed","takesKey":true},
  cancelEventSeries: {"method":"POST","path":"/v1/event-series/{id}/cancel","auth":"required","accepts":"application/json","takesKey":true},
  answerEventSeries: {"method":"POST","path":"/v1/event-series/{id}/rsvp","auth":"required","accepts":"application/json","takesKey":true},
  listAttendees: {"method":"GET","path":"/v1/events/{id}/attendees","auth":"required","accepts":"application/json","largestPage":50},
  exportAttendees: {"method":"GET","path":"/v1/events/{id}/attendees.csv","auth":"required","accepts":"text/csv"},
  removeAttendee: {"method":"DELETE","path":"/v1/events/{id}/attendees/{userId}","auth":"required","accepts":null},
  listBookings: {"method":"GET","path":"/v1/events/{id}/bookings","auth":"required","accepts":"application/json","largestPage":50},
  confirmBooking: {"method":"POST","path":"/v1/events/{id}/bookings/{bookingId}/confirm","auth":"required","accepts":"application/json","takesKey":true},
  checkInGuest: {"method":"POST","path":"/v1/events/{id}/check-in","auth":"required","accepts":"application/json","repetition":"keyed","takesKey":true},
  bookSeats: {"method":"PUT","path":"/v1/events/{id}/booking","auth":"required","accepts":"application/json","takesKey":true},
  cancelBooking: {"method":"DELETE","path":"/v1/events/{id}/booking","auth":"required","accepts":null},
  listMyBookings: {"method":"GET","path":"/v1/me/bookings","auth":"required","accepts":"application/json","largestPage":50},
  listBringItems: {"method":"GET","path":"/v1/events/{id}/bring-list","auth":"optional","accepts":"application/json"},
  addBringItem: {"method":"POST","path":"/v1/events/{id}/bring-list","auth":"required","accepts":"application/json","repetition":"keyed","takesKey":true},
  changeBringItem: {"method":"PATCH","path":"/v1/events/{id}/bring-list/{itemId}","auth":"required","accepts":"application/json","takesKey":true},
  removeBringItem: {"method":"DELETE","path":"/v1/events/{id}/bring-list/{itemId}","auth":"required","accepts":null},
  claimBringItem: {"method":"PUT","path":"/v1/events/{id}/bring-list/{itemId}/claim","auth":"required","accepts":"application/json","takesKey":true},
  releaseBringItem: {"method":"DELETE","path":"/v1/events/{id}/bring-list/{itemId}/claim","auth":"required","accepts":null},
  uploadPicture: {"method":"POST","path":"/v1/pictures","auth":"required","accepts":"application/json","repetition":"keyed","takesKey":true,"takesFile":true},
  listMyPictures: {"method":"GET","path":"/v1/me/pictures","auth":"required","accepts":"application/json","largestPage":50},
  deletePicture: {"method":"DELETE","path":"/v1/pictures/{id}","auth":"required","accepts":null},
  getMyAnswers: {"method":"GET","path":"/v1/events/{id}/my-answers","auth":"required","accepts":"application/json"},
  answerQuestions: {"method":"PUT","path":"/v1/events/{id}/my-answers","auth":"required","accepts":"application/json","takesKey":true},
  invitePeople: {"method":"POST","path":"/v1/events/{id}/invites","auth":"required","accepts":"application/json","repetition":"keyed","takesKey":true},
  listEventInvitations: {"method":"GET","path":"/v1/events/{id}/invites","auth":"required","accepts":"application/json","largestPage":50},
  revokeInvitation: {"method":"DELETE","path":"/v1/events/{id}/invites/{inviteId}","auth":"required","accepts":"application/json"},
  resendInvitation: {"method":"POST","path":"/v1/events/{id}/invites/{inviteId}/resend","auth":"required","accepts":"application/json","repetition":"keyed","takesKey":true},
  rotateInviteLink: {"method":"POST","path":"/v1/events/{id}/invite-link/rotate","auth":"required","accepts":"application/json","repetition":"keyed","takesKey":true},
  listMyInvitations: {"method":"GET","path":"/v1/me/event-invites","auth":"required","accepts":"application/json","largestPage":100},
  declineInvitation: {"method":"DELETE","path":"/v1/me/event-invites/{id}","auth":"required","accepts":"application/json"},
  previewInvitation: {"method":"GET","path":"/v1/event-invites/{token}","auth":"none","accepts":"application/json"},
  acceptInvitation: {"method":"POST","path":"/v1/event-invites/{token}/accept","auth":"required","accepts":"application/json","repetition":"keyed","takesKey":true},
  fileReport: {"method":"POST","path":"/v1/reports","auth":"required","accepts":"application/json","takesKey":true},
  listReports: {"method":"GET","path":"/v1/operator/reports","auth":"required","accepts":"application/json","largestPage":50},
  closeReports: {"method":"POST","path":"/v1/operator/reports/{targetId}/close","auth":"required","accepts":"application/json"},
  takeDownEvent: {"method":"POST","path":"/v1/operator/events/{id}/take-down","auth":"required","accepts":"application/json"},
  restoreEvent: {"method":"POST","path":"/v1/operator/events/{id}/restore","auth":"required","accepts":"application/json"},
  suspendUser: {"method":"POST","path":"/v1/operator/users/{id}/suspend","auth":"required","accepts":"application/json"},
  liftSuspension: {"method":"POST","path":"/v1/operator/users/{id}/lift","auth":"required","accepts":"application/json"},
  listManagedCategories: {"method":"GET","path":"/v1/operator/categories","auth":"required","accepts":"application/json"},
  addCategory: {"method":"POST","path":"/v1/operator/categories","auth":"required","accepts":"application/json","repetition":"never"},
  changeCategory: {"method":"PATCH","path":"/v1/operator/categories/{slug}","auth":"required","accepts":"application/json"},
  mergeCategory: {"method":"POST","path":"/v1/operator/categories/{slug}/merge","auth":"required","accepts":"application/json"},
  lookUpUser: {"method":"POST","path":"/v1/operator/users/look-up","auth":"required","accepts":"application/json"},
  listCircles: {"method":"GET","path":"/v1/me/circles","auth":"required","accepts":"application/json","largestPage":50},
  createCircle: {"method":"POST","path":"/v1/me/circles","auth":"required","accepts":"application/json","repetition":"keyed","takesKey":true},
  renameCircle: {"method":"PATCH","path":"/v1/me/circles/{id}","auth":"required","accepts":"application/json","takesKey":true},
  deleteCircle: {"method":"DELETE","path":"/v1/me/circles/{id}","auth":"required","accepts":null},
  listCircleMembers: {"method":"GET","path":"/v1/me/circles/{id}/members","auth":"required","accepts":"application/json","largestPage":50},
  addCircleMembers: {"method":"POST","path":"/v1/me/circles/{id}/members","auth":"required","accepts":"application/json","takesKey":true},
  removeCircleMember: {"method":"DELETE","path":"/v1/me/circles/{id}/members/{userId}","auth":"required","accepts":null},
  listNotices: {"method":"GET","path":"/v1/me/notices","auth":"required","accepts":"application/json","largestPage":50},
  readNotices: {"method":"POST","path":"/v1/me/notices/read","auth":"required","accepts":null,"takesKey":true},
  getNoticeSettings: {"method":"GET","path":"/v1/me/notice-settings","auth":"required","accepts":"application/json"},
  changeNoticeSettings: {"method":"PUT","path":"/v1/me/notice-settings","auth":"required","accepts":"application/json","takesKey":true},
  announce: {"method":"POST","path":"/v1/events/{id}/announcements","auth":"required","accepts":"application/json","repetition":"keyed","takesKey":true},
  listAnnouncements: {"method":"GET","path":"/v1/events/{id}/announcements","auth":"required","accepts":"application/json","largestPage":50},
  registerDevice: {"method":"PUT","path":"/v1/me/devices/{id}","auth":"required","accepts":"application/json","takesKey":true},
  removeDevice: {"method":"DELETE","path":"/v1/me/devices/{id}","auth":"required","accepts":null},
  listDevices: {"method":"GET","path":"/v1/me/devices","auth":"required","accepts":"application/json"},
  getPush: {"method":"GET","path":"/v1/push","auth":"none","accepts":"application/json"},
  createWebhook: {"method":"POST","path":"/v1/webhooks","auth":"required","accepts":"application/json","repetition":"never"},
  listWebhooks: {"method":"GET","path":"/v1/webhooks","auth":"required","accepts":"application/json"},
  getWebhook: {"method":"GET","path":"/v1/webhooks/{id}","auth":"required","accepts":"application/json"},
  changeWebhook: {"method":"PATCH","path":"/v1/webhooks/{id}","auth":"required","accepts":"application/json","takesKey":true},
  deleteWebhook: {"method":"DELETE","path":"/v1/webhooks/{id}","auth":"required","accepts":null},
  rotateWebhookSecret: {"method":"POST","path":"/v1/webhooks/{id}/rotate","auth":"required","accepts":"application/json","repetition":"never"},
  testWebhook: {"method":"POST","path":"/v1/webhooks/{id}/test","auth":"required","accepts":"application/json","repetition":"keyed","takesKey":true},
  listDeliveries: {"method":"GET","path":"/v1/webhooks/{id}/deliveries","auth":"required","accepts":"application/json","largestPage":50},
  retryDelivery: {"method":"POST","path":"/v1/webhooks/{id}/deliveries/{deliveryId}/retry","auth":"required","accepts":"application/json","takesKey":true},
} as const satisfies Readonly<Record<string, OperationDescription>>;

/** The operations of the service by their `operationId`. */
export interface Operations {
  /** Send a sign-in code by SMS. Responds the same for known and unknown phones, unless unknown callers have spent much of the day’s SMS: then it asks for a proof of work, and so it does while the wrong guesses of all phones are spent. A second start within 30 seconds sends nothing. */
  startSignIn: Call<types.StartSignInRequest, types.SignInStarted>;
  /** Sign in with the code from the SMS. The first sign-in with a phone creates its account. A code stops working after 3 wrong tries. While the wrong guesses of all phones are spent, callers without a known device have to bring a proof of work. If the response is lost, the same check with the same `Idempotency-Key` or `requestId` returns the same session and `isNewUser` once more, within 2 minutes and unless the session was used. */
  checkCode: Call<types.CheckCodeRequest, types.SignedIn>;
  /** Exchange a refresh token for a new pair of tokens. Each refresh token is exchanged once. Send a new `Idempotency-Key` with each exchange, and the same one when you repeat it because the response was lost: it returns the same pair. From the first key on, a token that was exchanged before ends the session when it comes with another key or none. Without keys, sending a token again soon after returns the same pair, and sending an older one ends the session. */
  refreshSession: Call<types.RefreshRequest, types.TokenPair>;
  /** End a session. Ends the session of the refresh token or, without one, the session of the bearer token. The refresh token of another user ends nothing. Repeating it succeeds. */
  logOut: Call<types.LogOutRequest, types.Success>;
  /** List the sessions of the caller. The last used first; at most 100. */
  listSessions: Call<NoArguments, types.SessionList>;
  /** End one session of the caller. Its access tokens stop working at once. Ending the session of this request is a logout; ending another needs a session that began by a code within 10 minutes. */
  endSession: Call<{ id: string }, void>;
  /** End all sessions of the caller but this one. Their access tokens stop working at once. Needs a session that began by a code within 10 minutes. Repeating it succeeds. */
  endOtherSessions: Call<NoArguments, types.Success>;
  /** Get the profile of the caller. All of it, also what other users are not shown. */
  getProfile: Call<NoArguments, types.User>;
  /** Change the profile of the caller. Changes what is given; `metadata` name by name. */
  updateProfile: Call<types.ProfileChanges, types.User>;
  /** Delete the account of the caller. Erases personal data, ends all sessions and cancels the events to come that the caller organizes, for good. Needs a session that began by a code within 10 minutes. */
  deleteAccount: Call<NoArguments, void>;
  /** Export all that is kept about the caller. One document of any size, which comes as it is read. It needs a session that began by a code within 10 minutes, and is given twice a day. */
  exportAccount: Call<NoArguments, types.AccountExport>;
  /** Prove an e-mail address. Mails a code and a link; until they expire the same ones again, 3 mails in all. Responds the same whoever has the address. */
  askEmailProof: Call<types.AskEmailProofRequest, types.AskedEmailProof>;
  /** Remove the e-mail address of the account. Ends a code that is on its way, too. Repeating it succeeds. */
  removeEmail: Call<NoArguments, void>;
  /** Prove an e-mail address by its code. Makes it the address of the account, in place of another one; the account that had it loses it and finds a notice. */
  checkEmailCode: Call<types.CheckEmailCodeRequest, types.User>;
  /** Find a user by username. By the whole username, in any case of its letters. */
  findUser: Call<{ username: string }, types.PublicUser>;
  /** List the users whom the caller blocks. By name. */
  listBlockedUsers: ListCall<types.PageQuery, types.PublicUserPage>;
  /** Block a user. Their invitations to the caller are skipped, and those sent before are no longer listed. Repeating it changes nothing. */
  blockUser: Call<{ userId: string }, void>;
  /** Unblock a user. Repeating it changes nothing. */
  unblockUser: Call<{ userId: string }, void>;
  /** List the categories that are offered. In their order; hidden ones are left out. */
  listCategories: Call<NoArguments, types.CategoryList>;
  /** List the tags that are used most. Those of events in lists, the most used first, at most 20. At most a minute old. */
  listTags: Call<types.ListTagsQuery, types.TagList>;
  /** List public events. Ordered by start. Without `dateFrom`, only events that have not ended yet. */
  listEvents: ListCall<types.ListEventsQuery, types.EventListItemPage>;
  /** Create an event. The caller becomes its organizer. */
  createEvent: Call<types.NewEvent, types.Event>;
  /** Search public events. Ordered by relevance, then by start. Takes the filters of the list. */
  searchEvents: ListCall<types.SearchEventsQuery, types.EventListItemPage>;
  /** Get an event. One that the caller may not see is as unknown; a cancelled one says so in `status`. */
  getEvent: Call<{ id: string }, types.Event>;
  /** Change an event. For its organizer and admins. Another `startAt` is the new date of a postponed event. */
  updateEvent: Call<types.EventChanges & { id: string }, types.Event>;
  /** Delete an event. For its organizer. Its RSVPs, invitations and saves are deleted with it. */
  deleteEvent: Call<{ id: string }, void>;
  /** Set or clear the RSVP of the caller. Clearing it is always possible. After `rsvpUntil` of the event only the same answer again is. */
  answerRsvp: Call<types.RsvpRequest & { id: string }, types.Rsvp>;
  /** Save or unsave an event. Repeating it changes nothing. An event that the caller may no longer see can still be unsaved. */
  saveEvent: Call<types.SaveRequest & { id: string }, types.Saved>;
  /** Events that the caller organizes, answered or saved. Includes private and cancelled events, and past ones unless `when` leaves them out. */
  listMyEvents: ListCall<types.ListMyEventsQuery, types.EventListItemPage>;
  /** Cancel an event. For its organizer. The event stays readable; repeating it changes nothing. */
  cancelEvent: Call<types.CancelRequest & { id: string }, types.Event>;
  /** Postpone an event. For its organizer and admins. No list shows it until it has another `startAt`; RSVPs and bookings stay, and its guests are told. Repeating it changes nothing. */
  postponeEvent: Call<{ id: string }, types.Event>;
  /** List the admins of the event. By name. For its organizer and admins. */
  listEventAdmins: ListCall<{ id: string } & types.PageQuery, types.PublicUserPage>;
  /** Make a user an admin of the event. For its organizer. Repeating it changes nothing. A user who blocks the organizer is treated like an unknown one, and no user administers more than 20 events of one organizer. */
  addEventAdmin: Call<{ id: string; userId: string }, void>;
  /** Remove an admin from the event. For its organizer, and for the admin to remove themselves. Repeating it changes nothing. */
  removeEventAdmin: Call<{ id: string; userId: string }, void>;
  /** Get an event as iCalendar. A cancelled event says so; the UID stays, the SEQUENCE rises with each change. */
  getEventCalendar: Call<{ id: string }, string>;
  /** Get the address of the caller’s calendar feed. The same on each call until it is rotated. The feed holds the events the caller is going to. */
  getCalendarFeed: Call<NoArguments, types.CalendarFeed>;
  /** Replace the address of the caller’s calendar feed. The old address stops working. */
  rotateCalendarFeed: Call<NoArguments, types.CalendarFeed>;
  /** Read a calendar feed. The 300 events nearest to now that its owner is going to, their descriptions cut to 500 characters. At most ten seconds old; `If-None-Match` with the `ETag` gets 304. */
  readCalendarFeed: Call<{ token: string }, string>;
  /** Create a series of events. Makes the events of the next 12 months, at most 200 at once; the others follow on their own. They count as one event made. */
  createEventSeries: Call<types.NewEventSeries, types.EventSeries>;
  /** Read a series of events. For those who see one of its events. Of a private series it shows the events that the caller sees. */
  getEventSeries: Call<{ id: string }, types.EventSeries>;
  /** Change the events of a series. For its organizer: all events from an instant on that were not changed on their own, or none. A new rule keeps those on its dates, cancels others with guests and deletes others without. */
  changeEventSeries: Call<types.EventSeriesChanges & { id: string }, types.EventSeries>;
  /** Cancel all events of a series that are to come. For its organizer. No more events are made; repeating it changes nothing. */
  cancelEventSeries: Call<types.CancelRequest & { id: string }, types.EventSeries>;
  /** Set or clear the RSVP of the caller to all events of a series. Answers every event to come that the caller sees, and those made later. An answer to one event stays until the next answer to the series. */
  answerEventSeries: Call<types.EventSeriesRsvpRequest & { id: string }, types.EventSeriesRsvp>;
  /** List the people tied to an event. All users with an RSVP, a join by the shared link or an open or accepted personal invitation, except the organizer and admins. For the organizer and admins of the event. */
  listAttendees: ListCall<{ id: string } & types.ListAttendeesQuery, types.AttendeePage>;
  /** Download the people tied to an event. The list of attendees, what each brings, and a column for each question, as CSV in UTF-8; a cell that a spreadsheet would take for a formula begins with an apostrophe. For the organizer and admins of the event. */
  exportAttendees: Call<{ id: string }, string>;
  /** Remove a person from an event. For the organizer and admins of the event. Ends the RSVP, the join by the shared link and the invitations of the person. The shared link no longer lets them in and they cannot respond, until they are invited personally. The removed person knows the shared link: with `rotateLink` it is replaced in the same step. */
  removeAttendee: Call<{ id: string; userId: string } & types.RemoveAttendeeQuery, void>;
  /** List the bookings of an event. The confirmed ones in the order of making, then the queue. For the organizer and admins of the event. */
  listBookings: ListCall<{ id: string } & types.ListBookingsQuery, types.GuestBookingPage>;
  /** Confirm a waitlisted booking out of turn. For the organizer and admins of the event. Without `force` only if it fits; repeating it changes nothing. */
  confirmBooking: Call<types.ConfirmRequest & { id: string; bookingId: string }, types.GuestBooking>;
  /** Check a guest in. By the code of their booking. For the organizer and admins of the event. A second time says so and changes nothing. */
  checkInGuest: Call<types.CheckInRequest & { id: string }, types.CheckIn>;
  /** Make or change the booking of the caller. What does not fit waits, where the event has a waitlist. A confirmed booking grows only while no guest waits and seats are free; a waitlisted one keeps its place when it shrinks and loses it when it grows. Sets the RSVP to `going`. The same request again changes nothing. */
  bookSeats: Call<types.BookingRequest & { id: string }, types.Booking>;
  /** Cancel the booking of the caller. Its seats go to the head of the queue at once. The RSVP stays. Always possible. */
  cancelBooking: Call<{ id: string }, void>;
  /** List the bookings of the caller. With their events, the soonest first; past and cancelled events included. */
  listMyBookings: ListCall<types.PageQuery, types.BookedEventPage>;
  /** List what guests bring to an event. In the order of making, for those who see the event. Who brings what is shown to callers with a tie to the event alone. */
  listBringItems: Call<{ id: string }, types.BringItemList>;
  /** Add an item to the bring list. For the organizer and admins of the event. */
  addBringItem: Call<types.NewBringItem & { id: string }, types.BringItem>;
  /** Change an item of the bring list. For the organizer and admins of the event. */
  changeBringItem: Call<types.BringItemChanges & { id: string; itemId: string }, types.BringItem>;
  /** Remove an item from the bring list. With its claims. For the organizer and admins of the event. */
  removeBringItem: Call<{ id: string; itemId: string }, void>;
  /** Bring some of an item. Sets how much the caller brings. For guests who are going or booked, and the managers of the event. */
  claimBringItem: Call<types.ClaimRequest & { id: string; itemId: string }, types.BringItem>;
  /** Bring nothing of an item. Always possible. */
  releaseBringItem: Call<{ id: string; itemId: string }, void>;
  /** Send a picture. The body is the file: JPEG, PNG, WebP or AVIF, at most 10 MiB and 50 megapixels, at least 32 pixels on each side. Nothing of its metadata is kept. One that nothing shows for a day is deleted. */
  uploadPicture: Call<NoArguments, types.Picture>;
  /** List the pictures of the caller. The newest first. */
  listMyPictures: ListCall<types.PageQuery, types.OwnPicturePage>;
  /** Delete a picture. What shows it has the default picture. */
  deletePicture: Call<{ id: string }, void>;
  /** Read the own answers to the questions of an event. Those to what is still asked. */
  getMyAnswers: Call<{ id: string }, types.Answers>;
  /** Answer the questions of an event. Replaces the own answers. For those who are going, interested or booked, until the event ends; all required questions have to be answered. */
  answerQuestions: Call<types.AnswersRequest & { id: string }, types.Answers>;
  /** Invite circles, users and e-mail addresses. For the organizer and admins of the event. Each recipient is invited once. */
  invitePeople: Call<types.InviteRequest & { id: string }, types.InviteOutcome>;
  /** List the personal invitations of an event. Newest first. For the organizer and admins of the event. */
  listEventInvitations: ListCall<{ id: string } & types.PageQuery, types.EventInvitePage>;
  /** Revoke an invitation. For the organizer and admins of the event. An RSVP already given stays, and the response says so, unless `remove` is set. */
  revokeInvitation: Call<{ id: string; inviteId: string } & types.RevokeInvitationQuery, types.InvitationRevoked | void>;
  /** Send an invitation again. For the organizer and admins of the event. The invitation gets a new token and a new expiry. */
  resendInvitation: Call<{ id: string; inviteId: string }, types.EventInvite>;
  /** Replace the shared link of an event. For the organizer and admins of the event. The old link stops working; people who joined through it stay. */
  rotateInviteLink: Call<{ id: string }, types.InviteLink>;
  /** List the open invitations of the caller. The soonest event first. Invitations to events of people whom the caller blocks are left out. A page with fewer items than `limit` is the last one. */
  listMyInvitations: ListCall<types.PageQuery, types.MyInviteList>;
  /** Decline an invitation. One that is addressed to the caller and pending. Their RSVP stays as it is. */
  declineInvitation: Call<{ id: string }, types.Success>;
  /** Preview the event of an invitation. Changes nothing, so mail scanners may follow links. */
  previewInvitation: Call<{ token: string }, types.InvitePreview>;
  /** Accept an invitation. Sets the RSVP of the caller to `going`. Each user can accept a shared link once. */
  acceptInvitation: Call<{ token: string }, types.InvitationAccepted>;
  /** Report an event or a user. The operator reads it; the reported learn nothing. Reporting the same again while it is open replaces reason and text. */
  fileReport: Call<types.ReportRequest, types.ReportFiled>;
  /** List reports. One entry a target, the one that was reported last first. */
  listReports: ListCall<types.ListReportsQuery, types.ReportedTargetPage>;
  /** Close the reports of a target. Closes its open reports and does what the action says, both or neither. */
  closeReports: Call<types.CloseReportsRequest & { targetId: string }, types.ReportsClosed>;
  /** Take an event down. It is unknown to all but its organizer at once: in lists, searches, feeds, pages and caches. Repeating it replaces the reason. */
  takeDownEvent: Call<types.OperatorReason & { id: string }, types.ModeratedEvent>;
  /** Restore an event. All of it is back, unless its organizer is suspended: then it comes back with them. */
  restoreEvent: Call<types.OperatorOptionalReason & { id: string }, types.ModeratedEvent>;
  /** Suspend a user. Their sessions end at once, a sign-in gets the reason, and what they organize to come is taken down with them. */
  suspendUser: Call<types.OperatorReason & { id: string }, types.ModeratedUser>;
  /** Lift a suspension. Their events come back with them, except for those that were taken down on their own. */
  liftSuspension: Call<types.OperatorOptionalReason & { id: string }, types.ModeratedUser>;
  /** List all categories. Hidden and merged ones, too. */
  listManagedCategories: Call<NoArguments, types.ManagedCategoryList>;
  /** Add a category. By name after those that have a position. */
  addCategory: Call<types.AddCategoryRequest, types.ManagedCategory>;
  /** Rename, hide, show or move a category. Events are found by a new name within a minute, of a large category within some. */
  changeCategory: Call<types.ChangeCategoryRequest & { slug: string }, types.ManagedCategory>;
  /** Merge a category into another one. Its events become those of the other one, the first two thousand before the response. Its slug stands for the other one from then on, in filters, bodies and imports. Returns the other one. */
  mergeCategory: Call<types.MergeCategoryRequest & { slug: string }, types.ManagedCategory>;
  /** Look up a user. A POST, so that no phone number stands in an address. The audit log keeps who looked and why. */
  lookUpUser: Call<types.LookUpRequest, types.UserDossier>;
  /** List the circles of the caller. By name. */
  listCircles: ListCall<types.PageQuery, types.CirclePage>;
  /** Create a circle. Without members: `addCircleMembers` adds them. */
  createCircle: Call<types.CircleRequest, types.Circle>;
  /** Rename a circle. Its members stay. */
  renameCircle: Call<types.CircleRequest & { id: string }, types.Circle>;
  /** Delete a circle. Invitations already sent to its members stay. */
  deleteCircle: Call<{ id: string }, void>;
  /** List the members of a circle. By name. */
  listCircleMembers: ListCall<{ id: string } & types.PageQuery, types.PublicUserPage>;
  /** Add users to a circle. Returns the circle. Current members and unknown ids are skipped. */
  addCircleMembers: Call<types.CircleMembersRequest & { id: string }, types.Circle>;
  /** Remove a user from a circle. Their invitations stay. Repeating it succeeds. */
  removeCircleMember: Call<{ id: string; userId: string }, void>;
  /** List the caller’s notices. The newest first, for 90 days. */
  listNotices: ListCall<types.PageQuery, types.NoticePage>;
  /** Mark notices as read. All that are not newer than an instant; repeating it changes nothing. */
  readNotices: Call<types.ReadNoticesRequest, void>;
  /** Get the settings of notices. By default mails and pushes, reminders a day and two hours before the start, and a daily digest of activity. */
  getNoticeSettings: Call<NoArguments, types.NoticeSettings>;
  /** Change the settings of notices. Replaces them; what is absent of `activity` and of pushes stays as it is. */
  changeNoticeSettings: Call<types.NoticeSettingsRequest, types.NoticeSettings>;
  /** Announce something to people of an event. For its organizer and admins, five times a day for an event. People who block the organizer are not told. */
  announce: Call<types.AnnounceRequest & { id: string }, types.Announced>;
  /** List the announcements of an event. The newest first, for its managers and everybody with an RSVP, a booking or an invitation. */
  listAnnouncements: ListCall<{ id: string } & types.PageQuery, types.AnnouncementPage>;
  /** Register a device for pushes. At each start of the app, under an id that the app makes once: repeating it writes once a day. Until the session ends. An eleventh device replaces the one seen longest ago. */
  registerDevice: Call<types.RegisterDeviceRequest & { id: string }, types.Device>;
  /** Send no more pushes to a device. Repeating it changes nothing. */
  removeDevice: Call<{ id: string }, void>;
  /** List the caller’s devices. The last seen first, without their tokens. */
  listDevices: Call<NoArguments, types.DeviceList>;
  /** Get how pushes are sent. What an app has to know before it asks a person for permission. */
  getPush: Call<NoArguments, types.Push>;
  /** Subscribe an endpoint. To what happens to the events that the caller manages. At most 20 an account. The response shows the secret, once. */
  createWebhook: Call<types.CreateWebhookRequest, types.WebhookWithSecret>;
  /** List the caller’s webhooks. The oldest first. */
  listWebhooks: Call<NoArguments, types.WebhookList>;
  /** Get a webhook. Without its secret. */
  getWebhook: Call<{ id: string }, types.Webhook>;
  /** Change a webhook. Enabling it again forgets its failures. */
  changeWebhook: Call<types.ChangeWebhookRequest & { id: string }, types.Webhook>;
  /** Delete a webhook. With its deliveries. */
  deleteWebhook: Call<{ id: string }, void>;
  /** Make a new secret. For 24 hours the former secret signs as well. */
  rotateWebhookSecret: Call<{ id: string }, types.WebhookWithSecret>;
  /** Send a test message. Of the type `webhook.test`, without data. A disabled webhook gets it as well, once. */
  testWebhook: Call<{ id: string }, types.WebhookDelivery>;
  /** List the deliveries of a webhook. The newest first, for 90 days. */
  listDeliveries: ListCall<{ id: string } & types.PageQuery, types.WebhookDeliveryPage>;
  /** Deliver a message again. Now, under the same id, and with all its retries. */
  retryDelivery: Call<{ id: string; deliveryId: string }, types.WebhookDelivery>;
}
