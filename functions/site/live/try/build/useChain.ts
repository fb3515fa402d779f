import { useEffect, useState } from 'preact/hooks'
import { asText } from '../json.ts'
import { type Session, walletFault } from '../wallet/Wallet.ts'

/** A wallet does not know the chain (EIP-3085). */
const UNKNOWN = 4902

/** The chain that the wallet is on, as it changes; undefined while it is not known. */
export function useChain({ wallet: { provider }, chainId: own }: Session) {
  const [chainId, setChainId] = useState<number>()
  const [isSwitching, setSwitching] = useState(false)
  const [fault, setFault] = useState('')
  useEffect(() => {
    const follow = (id: unknown) => setChainId(Number(asText(id)))
    provider
      .request({ method: 'eth_chainId' })
      .then(follow, (error: unknown) => setFault(`The chain of the wallet could not be read. ${walletFault(error)}`))
    provider.on?.('chainChanged', follow)
    return () => void provider.removeListener?.('chainChanged', follow)
  }, [provider])
  const change = () => {
    setSwitching(true)
    provider
      .request({ method: 'wallet_switchEthereumChain', params: [{ chainId: `0x${own.toString(16)}` }] })
      .then(() => provider.request({ method: 'eth_chainId' }))
      .then(
        (id) => setChainId(Number(asText(id))),
        (error: unknown) => {
          const code: unknown = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
          setFault(code === UNKNOWN ? 'The wallet does not know that chain: add it there first.' : walletFault(error))
        },
      )
      .finally(() => setSwitching(false))
  }
  return { chainId, isSwitching, fault, change }
}
