import { useEffect, useRef, useState } from 'preact/hooks'
import { asItems, asText } from '../json.ts'
import { signIn, SignInFault } from './signIn.ts'
import type { Session, Wallet } from './Wallet.ts'

export interface SignIn {
  readonly session: Session | undefined
  /** Id of the wallet whose signature is pending. */
  readonly asking: string | undefined
  /** The visitor's next step, or why there is no session. */
  readonly note: string
  readonly isFault: boolean
  start(wallet: Wallet): void
  /** Ends it on this page, and says why. */
  end(note?: string): void
}

/** The session of this page. It begins again when the wallet changes its account, and ends with its time. */
export function useSession(base: string): SignIn {
  const [session, setSession] = useState<Session>()
  const [asking, setAsking] = useState<string>()
  const [note, setNote] = useState('')
  const [isFault, setFault] = useState(false)
  const turn = useRef(0)

  const end = (why = '') => {
    turn.current++
    setSession(undefined)
    setAsking(undefined)
    setFault(why !== '')
    setNote(why)
  }

  const start = (wallet: Wallet) => {
    const mine = ++turn.current
    const isCurrent = () => mine === turn.current
    setAsking(wallet.id)
    setFault(false)
    signIn(wallet, { base, say: (text) => isCurrent() && setNote(text) }).then(
      (started) => {
        if (!isCurrent()) return
        setAsking(undefined)
        setNote('')
        setSession(started)
      },
      (error: unknown) => {
        if (isCurrent())
          end(
            `Not signed in. ${error instanceof SignInFault ? error.message : 'The sign-in failed.'} Choose a wallet to try again.`,
          )
      },
    )
  }

  useEffect(() => {
    if (!session) return undefined
    const { wallet, address, expiresAt } = session
    const follow = (accounts: unknown) => {
      const [account] = asItems(accounts)
      if (asText(account).toLowerCase() !== address.toLowerCase())
        end('The wallet changed its account, so the session of this page ended. Choose the wallet again.')
    }
    const leave = () => end('The wallet disconnected. Choose a wallet to sign in again.')
    const timer = setTimeout(
      () => end('The session ended after its 15 minutes. Choose a wallet to sign in again.'),
      Math.max(0, expiresAt - Date.now()),
    )
    wallet.provider.on?.('accountsChanged', follow)
    wallet.provider.on?.('disconnect', leave)
    return () => {
      clearTimeout(timer)
      wallet.provider.removeListener?.('accountsChanged', follow)
      wallet.provider.removeListener?.('disconnect', leave)
    }
  }, [session])

  return { session, asking, note, isFault, start, end }
}
