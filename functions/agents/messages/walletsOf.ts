import { type Address, getAddress, isAddress } from 'viem'
import * as z from 'zod'
import type { AgentMessage } from '../store/agentMessages.ts'

const Texts = z.array(z.string())

/** The wallets of the inbox that a message came from. */
export const walletsOf = ({ senderAddresses }: AgentMessage): Address[] =>
  Texts.parse(JSON.parse(senderAddresses)).flatMap((text) => (isAddress(text) ? [getAddress(text)] : []))
