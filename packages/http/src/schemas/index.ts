import { AttendeeShape } from './attendee.ts';
import { SignedInShape, Started, TokenPair } from './auth.ts';
import { BookingShape, GuestBookingShape } from './booking.ts';
import { BringItemShape } from './bring-list.ts';
import { CalendarFeedShape } from './calendar.ts';
import { CheckInShape } from './check-in.ts';
import { CircleShape } from './circle.ts';
import { Meta } from './common/paging.ts';
import { ProblemShape } from './common/problem.ts';
import { Success } from './common/shapes.ts';
import { BookedEventShape } from './events/booked-event.ts';
import { CategoryShape } from './events/category.ts';
import {
  EventDetailShape,
  EventListItemShape,
  LocationShape,
  RsvpShape,
  SavedShape,
} from './events/event.ts';
import { AnswersShape, QuestionShape } from './events/question.ts';
import { EventSeriesShape, SeriesRsvpShape } from './events/series.ts';
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
import { ReportFiledShape } from './report.ts';
import { SessionShape } from './session.ts';
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
