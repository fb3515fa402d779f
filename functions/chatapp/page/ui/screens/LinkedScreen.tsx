import type { LinkedAccount } from '../../flow/LinkEffects.ts'

interface Props {
  readonly linked: LinkedAccount
  readonly appUrl: string
  /** Null if the chat app cannot close the page. */
  readonly onClose: (() => void) | null
}

/** The link is complete. Use of the wallet waits until its owner is confirmed, which linking does not do; null: unknown now. */
export const LinkedScreen = ({ linked, appUrl, onClose }: Props) => (
  <>
    <h1 data-focus tabIndex={-1}>
      Your chat account is linked
    </h1>
    <dl>
      {linked.chatappUsername !== null && (
        <>
          <dt>Chat account</dt>
          <dd>@{linked.chatappUsername}</dd>
        </>
      )}
      <dt>Account</dt>
      <dd>{linked.email}</dd>
      {linked.canonicalCswAddress !== null && (
        <>
          <dt>Wallet</dt>
          <dd class="address">{linked.canonicalCswAddress}</dd>
        </>
      )}
    </dl>
    {linked.ownerVerified ? (
      <p>Your wallet is confirmed.</p>
    ) : (
      <section class="pending" aria-labelledby="pending">
        <h2 id="pending">
          {linked.linkStatus === 'pending_wallet_setup'
            ? 'Your wallet is not set up yet'
            : linked.ownerVerified === null
              ? 'Your wallet cannot be checked now'
              : 'Your wallet is not confirmed yet'}
        </h2>
        <p>
          <strong>Available now:</strong> the link, and all information about your account.
        </p>
        <p>
          <strong>Not available yet:</strong> everything that moves funds or votes with your wallet. The link is
          complete: you do not need to link again.
        </p>
        {appUrl !== '' && (
          <p>
            <a href={appUrl} target="_blank" rel="noopener noreferrer">
              Set up the wallet in the app
            </a>
          </p>
        )}
      </section>
    )}
    {onClose ? (
      <button type="button" class="main" onClick={onClose}>
        Back to the chat
      </button>
    ) : (
      <p>You can close this page and go back to the chat.</p>
    )}
  </>
)
