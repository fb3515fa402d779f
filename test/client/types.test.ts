import * as api from 'creator-vault'
import { describe, expectTypeOf, test } from 'vitest'

const { base, createClient, isApiError, pagesOf } = api
const client = createClient({ network: base })
const address = '0x00000000000000000000000000000000000000A1'

/** The compiler is what tests here (`npm run check`): nothing of it runs. */
const compiles = (_uses: () => void) => () => {}

describe('types', () => {
  test(
    'parameters are those of path, query and body, and no others',
    compiles(() => {
      void api.getVetokenUser(client, { address, minBlock: 5 })
      // @ts-expect-error: there is no such field
      void api.getVetokenUser(client, { address, minBlok: 5 })
      // @ts-expect-error: the address is missing
      void api.getVetokenUser(client, { minBlock: 5 })
      // @ts-expect-error: the address is missing
      void api.getVetokenUser(client)
      // @ts-expect-error: an address begins with 0x
      void api.getVetokenUser(client, { address: 'vitalik.eth' })
      // @ts-expect-error: an address is a text
      void api.getVetokenUser(client, { address: 161 })
      // @ts-expect-error: there is no such sort
      void api.listExploreVaults(client, { sort: 'oldest' })
    }),
  )

  test(
    'parameters that are all optional may be left out',
    compiles(() => {
      void api.listExploreVaults(client)
      void api.listExploreVaults(client, {}, { retries: 0 })
      void api.buildVetokenUnlock(client)
      void api.getLotteryGlobal(client, undefined, { signal: AbortSignal.timeout(1) })
      void pagesOf(client, api.listExploreVaults)
      // @ts-expect-error: the auction is missing
      void pagesOf(client, api.listAuctionRecentBids)
      // @ts-expect-error: there is no such option
      void api.listExploreVaults(client, {}, { retry: 0 })
    }),
  )

  test(
    'a bigint may stand for a number, and not for a text alone',
    compiles(() => {
      void api.getVetokenUser(client, { address, minBlock: 5n })
      void api.buildVetokenLock(client, { amount: '1', durationSec: 604_800n })
      void api.buildVetokenLock(client, { amount: 10n ** 18n, durationSec: 604_800 })
      // @ts-expect-error: a question is a text
      void api.streamAgent(client, { message: 1n })
    }),
  )

  test(
    'just one of two forms of an amount is given',
    compiles(() => {
      void api.buildVetokenLock(client, { amount: '1', durationSec: 604_800 })
      void api.buildVetokenLock(client, { amountDecimal: '1.5', durationSec: 604_800 })
      // @ts-expect-error: both
      void api.buildVetokenLock(client, { amount: '1', amountDecimal: '1', durationSec: 604_800 })
      // @ts-expect-error: neither
      void api.buildVetokenLock(client, { durationSec: 604_800 })
    }),
  )

  test(
    'a result is the data, or the whole answer of a builder, a file or a stream',
    compiles(() => {
      type User = api.ResultOf<typeof api.getVetokenUser>
      expectTypeOf<User['user']>().toEqualTypeOf<`0x${string}`>()
      expectTypeOf<User['votingPower']>().toEqualTypeOf<string>()
      expectTypeOf<User>().not.toHaveProperty('success')
      expectTypeOf<User['lock']['lockedToken']>().toEqualTypeOf<`0x${string}` | null>()
      expectTypeOf(api.getVetokenUser(client, { address })).resolves.toEqualTypeOf<User>()
      type Built = api.ResultOf<typeof api.buildVetokenLock>
      expectTypeOf<Built['to']>().toEqualTypeOf<`0x${string}`>()
      expectTypeOf<Built['data']>().toEqualTypeOf<`0x${string}`>()
      expectTypeOf<Built['approvals'][number]['to']>().toEqualTypeOf<`0x${string}`>()
      expectTypeOf<api.ResultOf<typeof api.getTokenImage>>().toEqualTypeOf<Blob>()
      expectTypeOf<api.ResultOf<typeof api.getOpenApiSpecYaml>>().toEqualTypeOf<Blob>()
      expectTypeOf(api.streamAgent(client, { message: 'a' })).toEqualTypeOf<
        AsyncGenerator<api.StreamEvent, void, void>
      >()
      type Page = api.ResultOf<typeof api.listExploreVaults>
      expectTypeOf(pagesOf(client, api.listExploreVaults, { limit: 2 })).toEqualTypeOf<
        AsyncGenerator<Page, void, void>
      >()
    }),
  )

  test(
    'the codes of an error are those of its operation',
    compiles(() => {
      const error: unknown = undefined
      if (isApiError(error)) expectTypeOf(error.code).toEqualTypeOf<string>()
      if (isApiError(error, api.getVetokenUser)) {
        expectTypeOf(error.code).toEqualTypeOf<api.CodeOf<typeof api.getVetokenUser>>()
        if (error.code === 'behind_requested_block') expectTypeOf(error.retryAfter).toEqualTypeOf<number | undefined>()
        // @ts-expect-error: the code of another operation
        if (error.code === 'image_not_found') throw error
      }
      if (isApiError(error, api.streamAgent) && error.code === 'too_many_streams') throw error
      expectTypeOf<'not_found'>().toExtend<api.CodeOf<typeof api.getStatus>>()
    }),
  )

  test(
    'a client is made for a network',
    compiles(() => {
      createClient({ network: { chainId: 1, baseUrl: 'https://api.example.com/api' }, retries: 0, maxDelay: 1 })
      // @ts-expect-error: where the API is has to be said
      createClient({})
      // @ts-expect-error: there is no such option
      createClient({ network: base, retry: 1 })
    }),
  )
})
