import type { Platform, SessionId, WebKeys } from '@event-platform/domain';
import { defineEntity, p } from '@mikro-orm/core';
import { instant, json, sqlIndexes } from '../columns.ts';
import { ofUser } from './of-user.ts';
import { Session } from './session-tables.ts';

/** Phones and browsers that are told of notices. A trigger deletes those of a session that ends. */
export const Device = defineEntity({
  name: 'Device',
  properties: {
    user: () => ofUser().primary().hidden(),
    id: p.uuid().primary(),
    session: () =>
      p
        .manyToOne(Session)
        .mapToPk()
        .$type<SessionId>()
        .deleteRule('cascade')
        .index('device_session_id_index'),
    platform: p.text().$type<Platform>(),
    address: p.text().hidden(),
    keys: json<WebKeys>().nullable().hidden(),
    locale: p.text(),
    appVersion: p.text().nullable(),
    createdAt: instant(),
    /** When a push was last sent since it was registered. */
    pushedAt: instant().nullable().hidden(),
    lastSeenAt: instant().index('device_last_seen_at_index'),
  },
  indexes: sqlIndexes('device_address_unique'),
});
