import type { CreatorAgent } from '../../store/creators.ts'

/** A creator's agent as answers show it. In the messaging network a smart-wallet agent goes by its wallet. */
export const agentFields = ({
  creatorAddress,
  agentType,
  smartWalletAddress,
  listedPublicly,
  createdAt,
}: CreatorAgent) => ({
  creatorAddress,
  msgnetAgentAddress: smartWalletAddress,
  agentType,
  smartWalletAddress,
  listedPublicly,
  createdAt,
})
