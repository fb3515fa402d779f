import type { AccountRole } from '../../localnet/world/accounts.ts'
import { OPERATIONS } from '../../schema/index.ts'
import type { SECURITY } from '../../schema/operation.ts'
import { accountOf, bearer } from '../account/support.ts'
import type { Live } from './live.ts'

type Headers = Record<string, string>

/** The account of an example that not everybody may send; any administrator of the deployment reads every workspace. */
const ACCOUNTS: Readonly<Record<string, AccountRole>> = {
  callPaymaster: 'owner',
  checkinAmoePost: 'voter',
  confirmWalletOwner: 'owner',
  disconnectExternalWallet: 'owner',
  enqueueSvmSweep: 'bidder',
  exportPortfolio: 'voter',
  getPortfolio: 'owner',
  getTrayActivity: 'owner',
  getTrayPortfolio: 'owner',
  getWalletTokenBalance: 'owner',
  joinAgentChatapp: 'agent',
  provisionCreatorWallet: 'owner',
  publishAgentRegistration: 'agent',
  requestAgentAccessProof: 'voter',
  setAgentWallet: 'agent',
  setCanonicalSvmWallet: 'bidder',
  submitAmoeChallenge: 'voter',
  updatePortfolio: 'bidder',
  ...Object.fromEntries(
    Object.keys(OPERATIONS.workspace)
      .filter((id) => /^(?:get|read)Workspace/.test(id))
      .map((id) => [id, 'admin'] as const),
  ),
}

const bySecret =
  (name: string) =>
  ({ secrets }: Live): Headers =>
    bearer(secrets[name] ?? '')
const bySession = (live: Live, role?: AccountRole) =>
  live.session(role === 'admin' ? live.admin() : role && accountOf(live, role))

const CREDENTIALS: Readonly<
  Record<keyof typeof SECURITY, (live: Live, role?: AccountRole) => Headers | Promise<Headers>>
> = {
  build: bySession,
  write: bySession,
  session: bySession,
  admin: (live) => live.session(live.admin()),
  identity: (live) => live.idpToken(),
  sessionAndIdentity: async (live) => ({ ...(await live.session()), ...(await live.idpToken()) }),
  miniapp: async (live) => bearer((await live.chatPerson()).sessionToken),
  chatapp: ({ secrets }) => ({ 'x-telegram-bot-api-secret-token': secrets['CHATAPP_WEBHOOK_SECRET'] ?? '' }),
  keepr: (live) => ({
    ...bySecret('KPR_API_KEY')(live),
    'x-keepr-zone-key': live.secrets['KPR_ZONE_KEY_MARKET_MAINTENANCE'] ?? '',
  }),
  cron: bySecret('CRON_SECRET'),
  ingest: bySecret('LOTTERY_INGEST_SECRET'),
  runtime: bySecret('CRE_RUNTIME_API_KEY'),
  tokenlist: bySecret('TOKEN_LIST_KEY'),
  sentinel: bySecret('TREND_SENTINEL_SECRET'),
}

/** Headers that authorize the example of an operation, with the account of the example, or else of a role, or else a new one. */
export const credentialOf = async (
  live: Live,
  id: string,
  auth: keyof typeof SECURITY,
  role?: AccountRole,
): Promise<Headers> => CREDENTIALS[auth](live, ACCOUNTS[id] ?? role)
