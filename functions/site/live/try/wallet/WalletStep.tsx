import type { SignIn } from './useSession.ts'
import { useWallets } from './useWallets.ts'

/** Choosing a wallet and signing in, or who is signed in. */
export function WalletStep({ signIn }: { readonly signIn: SignIn }) {
  const { session, asking, note, isFault, start, end } = signIn
  const { wallets, isLooking } = useWallets()
  return (
    <section class="try-wallet" aria-label="Wallet">
      {session ? (
        <p class="try-session">
          <span>
            Signed in as <code>{`${session.address.slice(0, 8)}…${session.address.slice(-6)}`}</code> with{' '}
            {session.wallet.name}, until{' '}
            {new Date(session.expiresAt).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })}
          </span>
          <button type="button" class="try-link" onClick={() => end()}>
            Sign out
          </button>
        </p>
      ) : (
        <>
          <p class="try-about">
            Choose a wallet to sign in. The session can build transactions and read this wallet’s own data, for 15
            minutes. It stays in this page.
          </p>
          <div class="try-wallets">
            {wallets.map((wallet) => (
              <button
                type="button"
                key={wallet.id}
                class="try-choice"
                disabled={asking !== undefined}
                onClick={() => start(wallet)}
              >
                {wallet.icon === undefined ? null : <img src={wallet.icon} width="20" height="20" alt="" />}
                {wallet.name}
                {wallet.note === undefined ? null : <code>{wallet.note}</code>}
              </button>
            ))}
            {wallets.length > 0 ? null : (
              <p class="try-about">
                {isLooking
                  ? 'Looking for wallets…'
                  : 'This browser has no wallet. Install one, and load this page again.'}
              </p>
            )}
          </div>
        </>
      )}
      <p role="status" class={isFault ? 'try-fault' : 'try-about'}>
        {note}
      </p>
      {asking === undefined ? null : (
        <button type="button" class="try-link" onClick={() => end()}>
          Cancel
        </button>
      )}
    </section>
  )
}
