/**
 * Every table of the service; the job queue keeps its own in another schema. Each is defined once, by MikroORM: the types of
 * rows, the comparison with the schema that the migrations make, and the columns of an export (all but `hidden()` ones).
 */
export * from './accounts/app-user-table.ts';
export * from './accounts/contact-tables.ts';
export * from './accounts/device-table.ts';
export * from './accounts/picture-table.ts';
export * from './accounts/session-tables.ts';
export * from './events/change-tables.ts';
export * from './events/event-tables.ts';
export * from './events/series-tables.ts';
export * from './guests/guest-tables.ts';
export * from './guests/invitation-tables.ts';
export * from './messaging/mailbox-tables.ts';
export * from './messaging/outbox-tables.ts';
export * from './messaging/webhook-tables.ts';
export * from './operators/moderation-tables.ts';
export * from './replicas/replica-tables.ts';
export * from './requests/limit-tables.ts';
export * from './requests/stored-response-table.ts';
