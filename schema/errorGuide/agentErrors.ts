import type { ErrorGuide } from './ErrorGuide.ts'

/** Agents, their feedback and what is stored about them. */
export const agentErrors = {
  reputation_sync_failed: {
    cause: 'The reputation provider failed, throttled or gave no usable answer. Scores that were there before stay.',
    fix: 'Try again later; the next scheduled run does so by itself. If it persists, ask the operator of the deployment.',
  },
  reputation_not_configured: {
    cause: 'This deployment has no reputation provider (`REPUTATION_API_URL`).',
    fix: 'Ask its operator.',
  },
} satisfies ErrorGuide
