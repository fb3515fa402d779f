import { assign } from 'xstate'
import { FlowFailure, TIMED_OUT, NOT_READY } from './FlowError.ts'
import { proofOf, type LinkSetup } from './linkSetup.ts'

/** Polls whether the account of the verified e-mail address is ready, until it is or the time is up. */
export const waitForIdentitySync = (link: LinkSetup) =>
  link.createStateConfig({
    entry: assign({ syncError: null }),
    initial: 'asking',
    after: {
      identitySync: {
        target: 'expired_or_error',
        actions: {
          type: 'fail',
          params: ({ context }) => ({
            error: context.syncError ? new FlowFailure(context.syncError) : NOT_READY,
            step: 'wait_for_identity_sync',
          }),
        },
      },
    },
    states: {
      asking: {
        invoke: {
          id: 'checkReadiness',
          src: 'checkReadiness',
          input: ({ context }) => ({ email: context.email, proof: proofOf(context) }),
          onDone: [
            {
              guard: { type: 'isReady', params: ({ event }) => event.output },
              target: '#link.bind_chatapp',
              actions: assign({ isReady: true }),
            },
            { target: 'pausing', actions: { type: 'pauseNotReady', params: ({ event }) => event.output } },
          ],
          onError: [
            {
              guard: { type: 'isRecoverable', params: ({ event }) => ({ error: event.error }) },
              target: 'pausing',
              actions: { type: 'pauseSync', params: ({ event }) => ({ error: event.error }) },
            },
            {
              target: '#link.expired_or_error',
              actions: {
                type: 'fail',
                params: ({ event }) => ({ error: event.error, step: 'wait_for_identity_sync' }),
              },
            },
          ],
        },
        after: {
          checkReadiness: { target: 'pausing', actions: { type: 'pauseSync', params: { error: TIMED_OUT } } },
        },
      },
      pausing: { after: { pause: 'asking' } },
    },
  })
