import { render } from 'preact'
import { createActor } from 'xstate'
import { openChatapp } from './bridge/openChatapp.ts'
import { readLaunch } from './bridge/readLaunch.ts'
import { captureContext } from './context/captureContext.ts'
import { createSessionCache } from './context/createSessionCache.ts'
import { openStorage } from './context/PageStorage.ts'
import { createChatappApi } from './effects/createChatappApi.ts'
import { createEffects } from './effects/createEffects.ts'
import { createLinkMachine } from './flow/linkMachine.ts'
import { followHistory } from './followHistory.ts'
import { identityOf, readConfig } from './readConfig.ts'
import { createTelemetry } from './telemetry/createTelemetry.ts'
import { reportFlow } from './telemetry/eventsOf.ts'
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
