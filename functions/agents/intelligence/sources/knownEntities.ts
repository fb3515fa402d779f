/** An entity that is known for its addresses. */
export interface KnownEntity {
  readonly name: string
  readonly category: string
  /** Chains on which it is there; everywhere for accounts with a key, and contracts at the same address on all chains. */
  readonly chainIds?: readonly number[]
  readonly addresses: readonly `0x${string}`[]
}

/**
 * Entities that funds often come from, or go to: what is known without asking anyone. A label of this list is a hint, and
 * says so by its source (`built-in`): the addresses were not checked one by one with their operators. A wrong label is worse
 * than none, so whoever doubts one takes it out.
 */
export const KNOWN_ENTITIES: readonly KnownEntity[] = [
  {
    name: 'Coinbase',
    category: 'exchange',
    addresses: [
      '0x71660c4005BA85c37ccec55d0C4493E66Fe775d3',
      '0x503828976D22510aad0201ac7EC88293211D23Da',
      '0xddfAbCdc4D8FfC6d5beaf154f18B778f892A0740',
      '0x3cD751E6b0078Be393132286c442345e5DC49699',
      '0xb5d85CBf7cB3EE0D56b3bB207D5Fc4B82f43F511',
      '0xeB2629a2734e272Bcc07BDA959863f316F4bD4Cf',
      '0xA9D1e08C7793af67e9d92fe308d5697FB81d3E43',
    ],
  },
  {
    name: 'Binance',
    category: 'exchange',
    addresses: [
      '0x28C6c06298d514Db089934071355E5743bf21d60',
      '0x21a31Ee1afC51d94C2eFcCAa2092aD1028285549',
      '0xDFd5293D8e347dFe59E90eFd55b2956a1343963d',
      '0x3f5CE5FBFe3E9af3971dD833D26bA9b5C936f0bE',
      '0xBE0eB53F46cd790Cd13851d5EFf43D12404d33E8',
      '0xF977814e90dA44bFA03b6295A0616a897441aceC',
      '0x5a52E96BAcdaBb82fd05763E25335261B270Efcb',
      '0xD551234Ae421e3BCBA99A0Da6d736074f22192FF',
      '0x564286362092D8e7936f0549571a803B203aAceD',
      '0x0681d8Db095565FE8A346fA0277bFfdE9C0eDBBF',
      '0xfE9e8709d3215310075d67E3ed32A380CCf451C8',
      '0x4E9ce36E442e55EcD9025B9a6E0D88485d628A67',
    ],
  },
  {
    name: 'Kraken',
    category: 'exchange',
    addresses: [
      '0x2910543Af39abA0Cd09dBb2D50200b3E800A63D2',
      '0x267be1C1D684F78cb4F6a176C4911b741E4Ffdc0',
      '0x0A869d79a7052C7f1b55a8EbAbbEa3420F0D1E13',
      '0xE853c56864A2ebe4576a807D26Fdc4A0adA51919',
    ],
  },
  {
    name: 'OKX',
    category: 'exchange',
    addresses: [
      '0x6cC5F688a315f3dC28A7781717a9A798a59fDA7b',
      '0x236F9F97e0E62388479bf9E5BA4889e46B0273C3',
      '0xA7EFAe728D2936e78BDA97dc267687568dD593f3',
    ],
  },
  {
    name: 'Bybit',
    category: 'exchange',
    addresses: ['0xf89d7b9c864f589bbF53a82105107622B35EaA40'],
  },
  {
    name: 'KuCoin',
    category: 'exchange',
    addresses: ['0x2B5634C42055806a59e9107ED44D43c426E58258', '0xD6216fC19DB775Df9774a6E33526131dA7D19a2c'],
  },
  {
    name: 'Gate',
    category: 'exchange',
    addresses: ['0x0D0707963952f2fBA59dD06f2b425ace40b492Fe', '0x1C4b70a3968436B9A0a9cf5205c787eb81Bb558c'],
  },
  {
    name: 'Bitfinex',
    category: 'exchange',
    addresses: [
      '0x77134cbC06cB00b66F4c7e623D5fdBF6777635EC',
      '0x1151314c646Ce4E0eFD76d1aF4760aE66a9Fe30F',
      '0x876EabF441B2EE5B5b0554Fd502a8E0600950cFa',
    ],
  },
  {
    name: 'Gemini',
    category: 'exchange',
    addresses: [
      '0xd24400ae8BfEBb18cA49Be86258a3C749cf46853',
      '0x07Ee55aA48Bb72DcC6E9D78256648910De513eca',
      '0x5f65f7b609678448494De4C87521CdF6cEf1e932',
    ],
  },
  {
    name: 'Crypto.com',
    category: 'exchange',
    addresses: [
      '0x6262998Ced04146fA42253a5C0AF90CA02dfd2A3',
      '0x46340b20830761efd32832A74d7169B29FEB9758',
      '0x72A53cDBBcc1b9efa39c834A540550e23463AAcB',
      '0xCFFAd3200574698b78f32232aa9D63eABD290703',
    ],
  },
  {
    name: 'HTX',
    category: 'exchange',
    addresses: [
      '0xaB5C66752a9e8167967685F1450532fB96d5d24f',
      '0x6748F50f686bfbcA6Fe8ad62b22228b87F31ff2b',
      '0xfdb16996831753d5331fF813c29a93c76834A0AD',
      '0x46705dfff24256421A05D056c29E81Bdc09723B8',
    ],
  },
  {
    name: 'Bitstamp',
    category: 'exchange',
    addresses: ['0x1522900B6daFac587d499a862861C0869Be6E428'],
  },
  {
    name: 'Poloniex',
    category: 'exchange',
    addresses: ['0x32Be343B94f860124dC4fEe278FDCBD38C102D88'],
  },
  {
    name: 'Bittrex',
    category: 'exchange',
    addresses: ['0xFBb1b73C4f0BDa4f67dcA266ce6Ef42f520fBB98'],
  },
  {
    name: 'MEXC',
    category: 'exchange',
    addresses: ['0x75e89d5979E4f6Fba9F97c104c2F0AFB3F1dcB88', '0x3CC936b795A188F0e246cBB2D74C5Bd190aeCF18'],
  },
  {
    name: 'Tornado Cash',
    category: 'mixer',
    chainIds: [1],
    addresses: [
      '0xd90e2f925DA726b50C4Ed8D0Fb90Ad053324F31b',
      '0x12D66f87A04A9E220743712cE6d9bB1B5616B8Fc',
      '0x47CE0C6eD5B0Ce3d3A51fdb1C52DC66a7c3c2936',
      '0x910Cbd523D972eb0a6f4cAe4618aD62622b39DbF',
      '0xA160cdAB225685dA1d56aa342Ad8841c3b53f291',
    ],
  },
  {
    name: 'Uniswap',
    category: 'dex',
    chainIds: [1],
    addresses: [
      '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D',
      '0xE592427A0AEce92De3Edee1F18E0157C05861564',
      '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45',
      '0x3fC91A3afd70395Cd496C647d5a6CC9D4B2b7FAD',
      '0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f',
      '0x1F98431c8aD98523631AE4a59f267346ea31F984',
      '0xC36442b4a4522E871399CD717aBDD847Ab11FE88',
      '0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af',
    ],
  },
  {
    name: 'Uniswap',
    category: 'dex',
    chainIds: [8453],
    addresses: ['0x2626664c2603336E57B271c5C0b26F421741e481', '0x6fF5693b99212Da76ad316178A184AB56D299b43'],
  },
  {
    name: 'Uniswap',
    category: 'dex',
    chainIds: [10, 137, 42161],
    addresses: [
      '0xE592427A0AEce92De3Edee1F18E0157C05861564',
      '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45',
      '0x1F98431c8aD98523631AE4a59f267346ea31F984',
      '0xC36442b4a4522E871399CD717aBDD847Ab11FE88',
    ],
  },
  {
    name: 'SushiSwap',
    category: 'dex',
    chainIds: [1],
    addresses: ['0xd9e1cE17f2641f24aE83637ab66a2cca9C378B9F'],
  },
  {
    name: '1inch',
    category: 'dex',
    addresses: [
      '0x1111111254EEB25477B68fb85Ed929f73A960582',
      '0x111111125421cA6dc452d289314280a0f8842A65',
      '0x1111111254fb6c44bAC0beD2854e76F90643097d',
    ],
  },
  {
    name: '0x Exchange Proxy',
    category: 'dex',
    chainIds: [1, 10, 137, 8453, 42161],
    addresses: ['0xDef1C0ded9bec7F1a1670819833240f027b25EfF'],
  },
  {
    name: 'CoW Protocol',
    category: 'dex',
    addresses: ['0x9008D19f58AAbD9eD0D60971565AA8510560ab41'],
  },
  {
    name: 'Balancer Vault',
    category: 'dex',
    chainIds: [1, 10, 137, 8453, 42161],
    addresses: ['0xBA12222222228d8Ba445958a75a0704d566BF2C8'],
  },
  {
    name: 'Curve',
    category: 'dex',
    chainIds: [1],
    addresses: ['0xbEbc44782C7dB0a1A60Cb6fe97d0b483032FF1C7', '0xDC24316b9AE028F1497c275EB9192a3Ea0f67022'],
  },
  {
    name: 'Aerodrome',
    category: 'dex',
    chainIds: [8453],
    addresses: ['0xcF77a3Ba9A5CA399B7c97c74d54e5b1Beb874E43'],
  },
  {
    name: 'Aave',
    category: 'lending',
    chainIds: [1],
    addresses: ['0x7d2768dE32b0b80b7a3454c06BdAc94A69DDc7A9', '0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2'],
  },
  {
    name: 'Aave',
    category: 'lending',
    chainIds: [10, 137, 42161],
    addresses: ['0x794a61358D6845594F94dc1DB02A252b5b4814aD'],
  },
  {
    name: 'Aave',
    category: 'lending',
    chainIds: [8453],
    addresses: ['0xA238Dd80C259a72e81d7e4664a9801593F98d1c5'],
  },
  {
    name: 'Compound',
    category: 'lending',
    chainIds: [1],
    addresses: ['0x4Ddc2D193948926D02f9B1fE9e1daa0718270ED5', '0xc3d688B66703497DAA19211EEdff47f25384cdc3'],
  },
  {
    name: 'Morpho',
    category: 'lending',
    chainIds: [1, 8453],
    addresses: ['0xBBBBBbbBBb9cC5e90e3b3Af64bdAF62C37EEFFCb'],
  },
  {
    name: 'Lido',
    category: 'staking',
    chainIds: [1],
    addresses: ['0xae7ab96520DE3A18E5e111B5EaAb095312D7fE84', '0x7f39C581F595B53c5cb19bD0b3f8dA6c935E2Ca0'],
  },
  {
    name: 'Rocket Pool',
    category: 'staking',
    chainIds: [1],
    addresses: ['0xae78736Cd615f374D3085123A210448E74Fc6393'],
  },
  {
    name: 'Beacon Deposit Contract',
    category: 'staking',
    chainIds: [1],
    addresses: ['0x00000000219ab540356cBB839Cbe05303d7705Fa'],
  },
  {
    name: 'OpenSea Seaport',
    category: 'marketplace',
    addresses: ['0x00000000000000ADc04C56Bf30aC9d3c0aAF14dC', '0x0000000000000068F116a894984e2DB1123eB395'],
  },
  {
    name: 'Blur',
    category: 'marketplace',
    chainIds: [1],
    addresses: ['0x39da41747a83aeE658334415666f3EF92DD0D541', '0x0000000000A39bb272e79075ade125fd351887Ac'],
  },
  {
    name: 'Base Bridge',
    category: 'bridge',
    chainIds: [1],
    addresses: ['0x3154Cf16ccdb4C6d922629664174b904d80F2C35', '0x49048044D57e1C92A77f79988d21Fa8fAF74E97e'],
  },
  {
    name: 'Standard Bridge',
    category: 'bridge',
    chainIds: [10, 8453],
    addresses: ['0x4200000000000000000000000000000000000010'],
  },
  {
    name: 'Optimism Bridge',
    category: 'bridge',
    chainIds: [1],
    addresses: ['0x99C9fc46f92E8a1c0deC1b1747d010903E884bE1', '0xbEb5Fc579115071764c7423A4f12eDde41f106Ed'],
  },
  {
    name: 'Arbitrum Bridge',
    category: 'bridge',
    chainIds: [1],
    addresses: ['0x4Dbd4fc535Ac27206064B68FfCf827b0A60BAB3f', '0x8315177aB297bA92A06054cE80a67Ed4DBd7ed3a'],
  },
  {
    name: 'Polygon Bridge',
    category: 'bridge',
    chainIds: [1],
    addresses: ['0xA0c68C638235ee32657e8f720a23ceC1bFc77C77', '0x40ec5B33f54e0E8A33A975908C5BA1c14e5BbbDf'],
  },
  {
    name: 'Across',
    category: 'bridge',
    chainIds: [1],
    addresses: ['0x5c7BCd6E7De5423a257D81B442095A1a6ced35C5'],
  },
  {
    name: 'Across',
    category: 'bridge',
    chainIds: [8453],
    addresses: ['0x09aea4b2242abC8bb4BB78D537A67a245A7bEC64'],
  },
  {
    name: 'Wormhole',
    category: 'bridge',
    chainIds: [1],
    addresses: ['0x3ee18B2214AFF97000D974cf647E7C347E8fa585'],
  },
  {
    name: 'Stargate',
    category: 'bridge',
    chainIds: [1],
    addresses: ['0x8731d54E9D02c286767d56ac03e8037C07e01e98'],
  },
  {
    name: 'Relay',
    category: 'bridge',
    addresses: ['0xf70da97812CB96acDF810712Aa562db8dfA3dbEF'],
  },
  {
    name: 'Orbiter',
    category: 'bridge',
    addresses: ['0x80C67432656d59144cEFf962E8fAF8926599bCF8', '0xE4eDb277e41dc89aB076a1F049f4a3EfA700bCE8'],
  },
  {
    name: 'Multicall3',
    category: 'infrastructure',
    chainIds: [1, 10, 137, 8453, 42161],
    addresses: ['0xcA11bde05977b3631167028862bE2a173976CA11'],
  },
  {
    name: 'Permit2',
    category: 'infrastructure',
    chainIds: [1, 10, 137, 8453, 42161],
    addresses: ['0x000000000022D473030F116dDEE9F6B43aC78BA3'],
  },
  {
    name: 'EntryPoint',
    category: 'infrastructure',
    chainIds: [1, 10, 137, 8453, 42161],
    addresses: ['0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789', '0x0000000071727De22E5E9d8BAf0edAc6f37da032'],
  },
  {
    name: 'ENS',
    category: 'infrastructure',
    chainIds: [1],
    addresses: ['0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e'],
  },
  {
    name: 'Wrapped Ether',
    category: 'token',
    chainIds: [1],
    addresses: ['0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'],
  },
  {
    name: 'Wrapped Ether',
    category: 'token',
    chainIds: [10, 8453],
    addresses: ['0x4200000000000000000000000000000000000006'],
  },
  {
    name: 'Tether',
    category: 'token',
    chainIds: [1],
    addresses: ['0xdAC17F958D2ee523a2206206994597C13D831ec7'],
  },
  {
    name: 'USD Coin',
    category: 'token',
    chainIds: [1],
    addresses: ['0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'],
  },
  {
    name: 'USD Coin',
    category: 'token',
    chainIds: [8453],
    addresses: ['0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'],
  },
  {
    name: 'Dai',
    category: 'token',
    chainIds: [1],
    addresses: ['0x6B175474E89094C44Da98b954EedeAC495271d0F'],
  },
  {
    name: 'Wrapped BTC',
    category: 'token',
    chainIds: [1],
    addresses: ['0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599'],
  },
  {
    name: 'Genesis',
    category: 'genesis',
    chainIds: [1],
    addresses: ['0x0000000000000000000000000000000000000000'],
  },
  {
    name: 'Burn address',
    category: 'burn',
    addresses: ['0x000000000000000000000000000000000000dEaD'],
  },
]
