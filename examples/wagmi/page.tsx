import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { useConnect, useConnection, useConnectors, WagmiProvider } from 'wagmi'
import { config } from './config.ts'
import { Lock } from './Lock.tsx'

function Page() {
  const { address } = useConnection()
  const { mutate: connect } = useConnect()
  const connectors = useConnectors()
  if (address)
    return (
      <>
        <p id="account">{address}</p>
        <Lock />
      </>
    )
  return connectors.map((connector) => (
    <button key={connector.uid} onClick={() => connect({ connector })}>
      Connect {connector.name}
    </button>
  ))
}

const root = document.getElementById('page')
if (root)
  createRoot(root).render(
    <WagmiProvider config={config}>
      <QueryClientProvider client={new QueryClient()}>
        <Page />
      </QueryClientProvider>
    </WagmiProvider>,
  )
