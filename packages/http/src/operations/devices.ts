import { listOf } from '../schemas/common/paging.ts';
import { DeviceShape, PushShape, presentDevice, RegisterDeviceBody } from '../schemas/device.ts';
import { type Operations, operation } from './operation.ts';

export const devices: Operations = {
  registerDevice: operation('PUT /me/devices/:id', 'Notices', {
    summary: 'Register a device for pushes',
    description:
      'At each start of the app, under an id that the app makes once: repeating it writes once a day. Until the session ends. An eleventh device replaces the one seen longest ago.',
    problems: ['push_unavailable'],
    body: RegisterDeviceBody,
    responses: { 200: DeviceShape },
    handler: async ({ domain, caller, params, body: { token, ...body } }) =>
      presentDevice(
        await domain.registerDevice({ ...body, ...caller, deviceId: params.id, pushToken: token }),
      ),
  }),

  listDevices: operation('GET /me/devices', 'Notices', {
    summary: 'List the caller’s devices',
    description: 'The last seen first, without their tokens.',
    responses: { 200: listOf(DeviceShape, 'devices') },
    handler: async ({ domain, callerId: userId }) => ({
      data: (await domain.listDevices({ userId })).map(presentDevice),
    }),
  }),

  removeDevice: operation('DELETE /me/devices/:id', 'Notices', {
    summary: 'Send no more pushes to a device',
    description: 'Repeating it changes nothing.',
    handler: ({ domain, callerId: userId, params }) => domain.removeDevice({ userId, deviceId: params.id }),
  }),

  getPush: operation('GET /push', 'Notices', {
    summary: 'Get how pushes are sent',
    description: 'What an app has to know before it asks a person for permission.',
    auth: 'none',
    responses: { 200: PushShape },
    handler: async ({ domain }) => {
      const { platforms, webPublicKey } = domain.getPushProviders();
      return { platforms: [...platforms], webPublicKey };
    },
  }),
};
