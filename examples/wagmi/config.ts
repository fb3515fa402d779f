import { createConfig, http } from 'wagmi'
import { foundry } from 'wagmi/chains'
import { injected } from 'wagmi/connectors'

/** The local world of `npm start`; for production `base` stands in the place of `foundry`. */
export const config = createConfig({
  chains: [foundry],
  connectors: [injected()],
  transports: { [foundry.id]: http() },
  pollingInterval: 200,
})
