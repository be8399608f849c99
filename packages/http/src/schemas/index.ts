import { AttendeeShape } from './attendee.ts';
import { SignedInShape, Started, TokenPair } from './auth.ts';
import { BookedEventShape } from './booked-event.ts';
import { BookingShape, GuestBookingShape } from './booking.ts';
import { BringItemShape } from './bring-list.ts';
import { CalendarFeedShape } from './calendar.ts';
import { CategoryShape } from './category.ts';
import { CheckInShape } from './check-in.ts';
import { CircleShape } from './circle.ts';
import { EventDetailShape, EventListItemShape, LocationShape, RsvpShape, SavedShape } from './event.ts';
import {
  AcceptedShape,
  EventInviteShape,
  InviteLinkShape,
  InviteOutcomeShape,
  InvitePreviewShape,
  MyInviteShape,
  RevokedShape,
} from './invitation.ts';
import { AnnouncedShape, AnnouncementShape, NoticeSettingsShape, NoticeShape } from './notice.ts';
import {
  ModeratedEventShape,
  ModeratedUserShape,
  ReportedTargetShape,
  ReportsClosedShape,
  UserDossierShape,
} from './operator.ts';
import { Meta } from './paging.ts';
import { ProblemShape } from './problem.ts';
import { AnswersShape, QuestionShape } from './question.ts';
import { ReportFiledShape } from './report.ts';
import { EventSeriesShape, SeriesRsvpShape } from './series.ts';
import { SessionShape } from './session.ts';
import { Success } from './shapes.ts';
import { PublicUserShape, ShortUserShape, UserShape } from './user.ts';
import { DeliveryShape, WebhookSecretShape, WebhookShape } from './webhook.ts';

/** Every schema that others refer to by name. */
export const namedShapes = [
  AcceptedShape,
  AnnouncedShape,
  AnnouncementShape,
  AttendeeShape,
  BookedEventShape,
  BookingShape,
  BringItemShape,
  CalendarFeedShape,
  CategoryShape,
  CheckInShape,
  CircleShape,
  DeliveryShape,
  EventDetailShape,
  EventInviteShape,
  EventListItemShape,
  GuestBookingShape,
  InviteLinkShape,
  InviteOutcomeShape,
  InvitePreviewShape,
  LocationShape,
  Meta,
  ModeratedEventShape,
  ModeratedUserShape,
  MyInviteShape,
  NoticeSettingsShape,
  NoticeShape,
  ProblemShape,
  PublicUserShape,
  QuestionShape,
  AnswersShape,
  ReportFiledShape,
  ReportedTargetShape,
  ReportsClosedShape,
  RevokedShape,
  RsvpShape,
  SavedShape,
  EventSeriesShape,
  SeriesRsvpShape,
  SessionShape,
  ShortUserShape,
  SignedInShape,
  Started,
  Success,
  TokenPair,
  UserDossierShape,
  UserShape,
  WebhookSecretShape,
  WebhookShape,
];
