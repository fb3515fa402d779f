import { lenient } from '../../env/declare.ts'
import { settings } from '../../env/formats.ts'
import { Policy } from './policy.ts'

/** The paymaster's policy: for the Worker that signs for it, and for those whose calls name the paymaster. */
export const PAYMASTER_POLICY = lenient(
  settings('a sponsorship policy ([paymaster.md](paymaster.md#policy))', Policy),
  { meaning: 'sponsored calls, eligible wallets and quotas', without: 'the default policy' },
)
