import type { ErrorGuide } from './ErrorGuide.ts'

/** Agents, their feedback and what is stored about them. */
export const agentErrors = {
  artifact_not_found: {
    cause: 'No document or picture with this SHA-256 was stored here.',
    fix: 'Take the address from `feedbackURI` or `gatewayUrl` of the answer that stored it.',
  },
} satisfies ErrorGuide
