import { defineEntity, p } from '@mikro-orm/core';
import { instant } from '../columns.ts';
import { ofUser } from './of-user.ts';

/** Pictures of the service. */
export const Picture = defineEntity({
  name: 'Picture',
  properties: {
    id: p.text().primary(),
    owner: () => ofUser().hidden(),
    width: p.integer(),
    height: p.integer(),
    thumbhash: p.text().hidden(),
    createdAt: instant(),
    asideKey: p.text().hidden(),
    asideSince: instant().nullable().hidden(),
    unusedSince: instant().nullable().hidden(),
  },
  indexes: [{ name: 'picture_owner_id_index', properties: ['owner', 'createdAt'] }],
});
