import { toEventSelector, toFunctionSelector } from 'viem'
import { expect, test } from 'vitest'
import { trendFactoryAbi } from '../../../shared/domain/trend/trendFactory.ts'
import { tickerHash } from '../../../functions/market/trend/ticker.ts'

/** As the published ABI of the factory has them; deployTrendCoin(string) is that of another generation. */
const PUBLISHED = {
  'trendCoinAddress(string)': '0x562e12c6',
  'deployTrendCoin(string)': '0xb61b6521',
  'deployTrendCoin(string,address,bytes)': '0x15db6fe5',
  TrendCoinCreated: '0xfb9e81c36dd4134d4eb5055e20d3238cb29a63daef0dd0f8b0f131da85891959',
  TickerAlreadyUsed: '0x64e4172d',
  TickerInvalidCharacters: '0xeaef865b',
  TickerTooShort: '0x5e125ccb',
  TickerTooLong: '0x0350fb98',
  TrendCoinPoolConfigNotSet: '0x06ba63f5',
}

test('functions, event and errors are those of the published factory', () => {
  const own = trendFactoryAbi.map((item) => {
    const inputs = item.inputs.map(({ type }) => type).join()
    if (item.type === 'event') return [item.name, toEventSelector(item)]
    const signature = `${item.name}(${inputs})`
    return [item.type === 'error' ? item.name : signature, toFunctionSelector(signature)]
  })
  expect(Object.fromEntries(own)).toEqual(PUBLISHED)
})

test('a ticker has one hash in any case, and only A to Z have a case', () => {
  expect(tickerHash('SUNRISE')).toBe(tickerHash('sunrise'))
  expect(tickerHash('É')).not.toBe(tickerHash('é'))
})
