import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { isApiError, type VetokenUser } from 'creator-vault'
import { creatorVaultActions, NotSentError } from 'creator-vault/viem'
import { useMemo, useState } from 'react'
import { useWalletClient } from 'wagmi'
import { vaults } from './vaults.ts'

const YEAR = 31_536_000

/** The lock of the connected wallet, with a form for a new one. */
export function Lock() {
  const { data } = useWalletClient()
  const wallet = useMemo(() => data?.extend(creatorVaultActions({ client: vaults })), [data])
  const queries = useQueryClient()
  const [amountDecimal, setAmount] = useState('1000')

  const address = wallet?.account.address
  const user = useQuery({
    queryKey: ['lock', address],
    queryFn: () => (wallet && address ? wallet.getVetokenUser({ address }) : null),
  })
  const lock = useMutation({
    async mutationFn() {
      if (!wallet) throw new Error('No wallet is connected')
      const send = () => wallet.lock({ amountDecimal, durationSec: YEAR })
      return send().catch(async (error: unknown) => {
        if (!isApiError(error) || error.code !== 'unauthenticated') throw error
        await wallet.signIn()
        return send()
      })
    },
    // The read is as of the block of the lock, or of a later one.
    onSuccess: () => queries.invalidateQueries({ queryKey: ['lock'] }),
  })

  return (
    <section>
      <p id="lock">{user.data ? describe(user.data) : 'Reading the lock …'}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          lock.mutate()
        }}
      >
        <label>
          Share tokens to lock for a year{' '}
          <input value={amountDecimal} onChange={({ target }) => setAmount(target.value)} />
        </label>
        <button disabled={lock.isPending}>Lock</button>
      </form>
      {lock.data && <p id="sent">{lock.data.built.description}</p>}
      {lock.error && <p role="alert">{reasonOf(lock.error)}</p>}
    </section>
  )
}

const describe = ({ hasActiveLock, lock }: VetokenUser): string =>
  hasActiveLock && lock ? `Locked: ${lock.amount} base units` : 'No lock'
const reasonOf = (error: Error): string =>
  error instanceof NotSentError ? error.issues.map(({ message }) => message).join('. ') : error.message
