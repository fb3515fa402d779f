import { render } from 'preact'
import { createActor } from 'xstate'
import { openChatapp } from './bridge/openChatapp.ts'
import { readLaunch } from './bridge/readLaunch.ts'
import { captureContext, forgetContext, strippedUrl } from './context/captureContext.ts'
import { createSessionCache } from './context/createSessionCache.ts'
import { openStorage, type PageStorage } from './context/PageStorage.ts'
import { createChatappApi } from './effects/createChatappApi.ts'
import { createEffects } from './effects/createEffects.ts'
import { FlowFailure } from './flow/FlowError.ts'
import { createLinkMachine, type LinkActor } from './flow/linkMachine.ts'
import { type Phase, phaseOf } from './flow/phaseOf.ts'
import { createRestIdentityClient } from './identity/createRestIdentityClient.ts'
import type { IdentityClient } from './identity/IdentityClient.ts'
import { loadVendorClient } from './identity/loadVendorClient.ts'
import { createTelemetry, type FlowEvent } from './telemetry/createTelemetry.ts'
import { eventsOf } from './telemetry/eventsOf.ts'
import { App } from './ui/App.tsx'

const root = document.querySelector<HTMLElement>('#root')
if (!root) throw new Error('the document has no root')

const now = () => Date.now()
const config = readConfig(root)
const flowId = crypto.randomUUID()
const storage = openStorage(() => sessionStorage)
const launch = readLaunch()
const linkContext = captureContext({
  search: location.search,
  startParam: launch.startParam,
  storage,
  now: now(),
})

const machine = createLinkMachine(
  createEffects({
    api: createChatappApi({ base: config.api, flowId }),
    identity: identityOf(config),
    sessions: createSessionCache(storage, now),
    initData: launch.initData,
    now,
  }),
)
// Created once: neither rendering nor navigation creates another actor.
const actor = createActor(machine, { input: { linkContext } })

const post = (body: string) =>
  void fetch(`${config.api}/chatapp/link/telemetry`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
    credentials: 'omit',
    keepalive: true,
  }).catch(() => undefined)
reportFlow(actor, createTelemetry({ post, now, flowId, platform: launch.platform }), now)
followHistory(actor, storage)

render(<App actor={actor} chatapp={openChatapp(document.documentElement, launch.theme)} appUrl={config.appUrl} />, root)
actor.start()

const AT_CODE = 'code'

const isAtCode = (): boolean => history.state === AT_CODE

/**
 * Syncs the tab's history with the flow. The code screen has its own entry, so that going back leads to the e-mail address; on
 * other screens going back does not change the flow. Call it before the actor starts.
 */
function followHistory(actor: LinkActor, storage: PageStorage): void {
  actor.subscribe((snapshot) => {
    const { proof } = snapshot.context
    // The link token is consumed or refused: a reload must not restore it.
    if (proof && snapshot.context.linkContext === null) forgetContext(storage)
    // The proof has the link context now, so the URL can drop it. The fragment stays for a reload.
    const stripped = proof ? strippedUrl(location.href) : null
    if (stripped !== null) history.replaceState(history.state, '', stripped)
    if (phaseOf(snapshot) === 'enter_email_code' && !isAtCode()) history.pushState(AT_CODE, '')
  })
  addEventListener('popstate', () => {
    if (!isAtCode()) actor.send({ type: 'BACK' })
  })
}

/** Reports every change of phase of the flow; call it before the actor starts. */
function reportFlow(
  actor: LinkActor,
  report: (event: FlowEvent, sessionToken: string | undefined) => void,
  now: () => number,
): void {
  let from: Phase | null = null
  let since = now()
  actor.subscribe((snapshot) => {
    const to = phaseOf(snapshot)
    if (to === from) return
    for (const event of eventsOf(from, to, snapshot.context, now() - since))
      report(event, snapshot.context.proof?.sessionToken)
    from = to
    since = now()
  })
}

/** The client that the deployment configures, created once. Throws identity_client_missing if it was not built. */
function identityOf({ client, idpUrl, idpAppId }: PageConfig): () => Promise<IdentityClient> {
  let made: Promise<IdentityClient> | undefined
  return () => {
    made ??= make()
    // A failed load may succeed later.
    made.catch(() => (made = undefined))
    return made
  }
  async function make(): Promise<IdentityClient> {
    if (client === 'rest') return createRestIdentityClient({ url: idpUrl, appId: idpAppId })
    if (client === 'vendor') return loadVendorClient(idpAppId)
    throw new FlowFailure({ code: 'identity_provider_not_configured' })
  }
}

/** Settings of the deployment in the document (functions/chatapp/pageDocuments.ts). */
interface PageConfig {
  /** Path of the API on the page's own origin. */
  readonly api: string
  readonly appUrl: string
  readonly idpAppId: string
  readonly idpUrl: string
  readonly client: 'rest' | 'vendor' | 'none'
}

const readConfig = ({ dataset }: HTMLElement): PageConfig => ({
  api: dataset['api'] ?? '/api',
  appUrl: dataset['appUrl'] ?? '',
  idpAppId: dataset['idpAppId'] ?? '',
  idpUrl: dataset['idpUrl'] ?? '',
  client: dataset['client'] === 'rest' || dataset['client'] === 'vendor' ? dataset['client'] : 'none',
})
