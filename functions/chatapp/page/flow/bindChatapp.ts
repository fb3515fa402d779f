import { assign } from 'xstate'
import { TIMED_OUT } from './FlowError.ts'
import { proofOf, type LinkSetup } from './linkSetup.ts'

/** The chat account at the identity provider first, then the link at the service. */
export const bindChatapp = (link: LinkSetup) =>
  link.createStateConfig({
    initial: 'ensure_identity_link',
    states: {
      ensure_identity_link: {
        entry: assign({ identityLink: null }),
        invoke: {
          id: 'ensureIdentityLink',
          src: 'ensureIdentityLink',
          input: ({ context }) => proofOf(context),
          onDone: {
            target: 'complete_backend',
            actions: assign(({ event }) => ({ identityLink: event.output })),
          },
          onError: {
            target: '#link.expired_or_error',
            actions: {
              type: 'fail',
              params: ({ event }) => ({ error: event.error, step: 'ensure_identity_link' }),
            },
          },
        },
        after: {
          ensureIdentityLink: {
            target: '#link.expired_or_error',
            actions: { type: 'fail', params: { error: TIMED_OUT, step: 'ensure_identity_link' } },
          },
        },
      },
      complete_backend: {
        id: 'complete_backend',
        entry: assign({ attempts: 0 }),
        initial: 'calling',
        states: {
          calling: {
            entry: assign(({ context }) => ({ attempts: context.attempts + 1 })),
            invoke: {
              id: 'completeLink',
              src: 'completeLink',
              input: ({ context }) => proofOf(context),
              onDone: {
                target: '#link.linked',
                actions: assign(({ event }) => ({ linked: event.output, linkContext: null })),
              },
              onError: [
                {
                  guard: { type: 'mayRepeat', params: ({ event }) => ({ error: event.error }) },
                  target: 'pausing',
                  actions: { type: 'pauseComplete', params: ({ event }) => ({ error: event.error }) },
                },
                {
                  target: '#link.expired_or_error',
                  actions: {
                    type: 'fail',
                    params: ({ event }) => ({ error: event.error, step: 'complete_backend' }),
                  },
                },
              ],
            },
            after: {
              completeLink: [
                {
                  guard: { type: 'mayRepeat', params: { error: TIMED_OUT } },
                  target: 'pausing',
                  actions: { type: 'pauseComplete', params: { error: TIMED_OUT } },
                },
                {
                  target: '#link.expired_or_error',
                  actions: { type: 'fail', params: { error: TIMED_OUT, step: 'complete_backend' } },
                },
              ],
            },
          },
          pausing: { after: { pause: 'calling' } },
        },
      },
    },
  })
