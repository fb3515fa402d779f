import { type ActorRefFrom, assign, type SnapshotFrom } from 'xstate'
import { bindChatapp } from './bindChatapp.ts'
import { SESSION_OVER, TIMED_OUT } from './FlowError.ts'
import type { LinkEffects } from './LinkEffects.ts'
import { emptyFlow } from './LinkFlow.ts'
import { linkSetup, normalCode } from './linkSetup.ts'
import { waitForIdentitySync } from './waitForIdentitySync.ts'

const sessionOver = {
  target: 'expired_or_error',
  actions: { type: 'fail', params: { error: SESSION_OVER, step: 'verify_chatapp_session' } },
} as const

/**
 * The state machine of the link flow. A state invokes each effect, so that it runs exactly once per entry. Events that a state
 * does not handle are ignored, for example double clicks and late answers.
 */
export function createLinkMachine(effects: LinkEffects) {
  const link = linkSetup(effects)
  return link.createMachine({
    id: 'link',
    context: ({ input }) => emptyFlow(input.linkContext),
    initial: 'verify_chatapp_session',
    states: {
      verify_chatapp_session: {
        entry: 'startOver',
        invoke: {
          id: 'verifySession',
          src: 'verifySession',
          input: ({ context }) => context.linkContext,
          onDone: { target: 'collect_email', actions: assign(({ event }) => ({ proof: event.output })) },
          onError: {
            target: 'expired_or_error',
            actions: { type: 'fail', params: ({ event }) => ({ error: event.error, step: 'verify_chatapp_session' }) },
          },
        },
        after: {
          verifySession: {
            target: 'expired_or_error',
            actions: { type: 'fail', params: { error: TIMED_OUT, step: 'verify_chatapp_session' } },
          },
        },
      },

      collect_email: {
        on: {
          EMAIL_CHANGED: { actions: assign(({ event }) => ({ email: event.email, emailError: null })) },
          SUBMIT_EMAIL: [
            { guard: 'isWaiting', target: 'enter_email_code', actions: ['normaliseEmail', 'keepWaiting'] },
            { guard: 'hasEmail', target: 'sending_email_code', actions: 'normaliseEmail' },
            { actions: assign({ emailError: { code: 'invalid_email' } }) },
          ],
          RESET: { actions: assign({ email: '', emailError: null }) },
        },
        after: { sessionLeft: sessionOver },
      },

      sending_email_code: {
        invoke: {
          id: 'sendCode',
          src: 'sendCode',
          input: ({ context }) => context.email,
          onDone: { target: 'enter_email_code', actions: 'startResend' },
          onError: [
            {
              guard: { type: 'isRecoverable', params: ({ event }) => ({ error: event.error }) },
              target: 'collect_email',
              actions: { type: 'emailProblem', params: ({ event }) => ({ error: event.error }) },
            },
            {
              target: 'expired_or_error',
              actions: {
                type: 'fail',
                params: ({ event }) => ({ error: event.error, step: 'verify_chatapp_session' }),
              },
            },
          ],
        },
        after: {
          sendCode: { target: 'collect_email', actions: { type: 'emailProblem', params: { error: TIMED_OUT } } },
        },
      },

      enter_email_code: {
        on: {
          CODE_CHANGED: { actions: assign(({ event }) => ({ code: normalCode(event.code), codeError: null })) },
          SUBMIT_CODE: [
            { guard: 'hasCode', target: 'verifying_email_code', actions: assign({ codeError: null }) },
            { actions: assign({ codeError: { code: 'incomplete_code' } }) },
          ],
          RESEND_CODE: { guard: 'mayResend', target: 'sending_email_code', actions: 'dropCode' },
          BACK: { target: 'collect_email', actions: 'dropCode' },
          RESET: { target: 'collect_email', actions: ['dropCode', assign({ email: '' })] },
        },
        after: { sessionLeft: sessionOver },
      },

      verifying_email_code: {
        invoke: {
          id: 'verifyCode',
          src: 'verifyCode',
          input: ({ context: { email, code } }) => ({ email, code }),
          onDone: { target: 'wait_for_identity_sync', actions: 'endWait' },
          onError: [
            {
              guard: { type: 'isRecoverable', params: ({ event }) => ({ error: event.error }) },
              target: 'enter_email_code',
              actions: { type: 'codeProblem', params: ({ event }) => ({ error: event.error }) },
            },
            {
              target: 'expired_or_error',
              actions: {
                type: 'fail',
                params: ({ event }) => ({ error: event.error, step: 'verify_chatapp_session' }),
              },
            },
          ],
        },
        after: {
          verifyCode: { target: 'enter_email_code', actions: { type: 'codeProblem', params: { error: TIMED_OUT } } },
        },
        // The code is used, whatever the result.
        exit: assign({ code: '' }),
      },

      wait_for_identity_sync: waitForIdentitySync(link),

      bind_chatapp: bindChatapp(link),

      linked: { on: { RESET: 'verify_chatapp_session' } },

      expired_or_error: {
        on: {
          RETRY: [
            { guard: { type: 'leadsTo', params: 'verify_chatapp_session' }, target: 'verify_chatapp_session' },
            { guard: { type: 'leadsTo', params: 'wait_for_identity_sync' }, target: 'wait_for_identity_sync' },
            { guard: { type: 'leadsTo', params: 'ensure_identity_link' }, target: 'bind_chatapp' },
            { guard: { type: 'leadsTo', params: 'complete_backend' }, target: '#complete_backend' },
          ],
          RESET: 'verify_chatapp_session',
        },
        exit: ['dropRefusedToken', 'forgetProblem'],
      },
    },
  })
}

export type LinkActor = ActorRefFrom<ReturnType<typeof createLinkMachine>>
export type LinkSnapshot = SnapshotFrom<ReturnType<typeof createLinkMachine>>
