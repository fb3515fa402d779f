interface Lane {
  readonly proves: string
  /** Minutes that it takes on two cores, about. */
  readonly minutes: number
  /** How the paths of its tests begin. */
  readonly files: readonly string[]
}

/** No lane takes longer. */
export const MOST_MINUTES = 60

/** The long forms of tests, in parts that one sitting can run. */
export const LANES: Readonly<Record<string, Lane>> = {
  kills: {
    proves: 'a Worker that is killed at any moment leaves nothing half done',
    minutes: 30,
    files: [
      'test/account/deletePortfolio.kill.test.ts',
      'test/agents/review/kill.test.ts',
      'test/chatapp/kill.test.ts',
      'test/cre/restarts.test.ts',
      'test/http/answerOnce.kill.test.ts',
      'test/lottery/amoe/kill.test.ts',
      'test/lottery/ingestKill.test.ts',
    ],
  },
  races: {
    proves: 'of hundreds of requests at once one wins, and each is answered',
    minutes: 20,
    files: [
      'test/agents/rooms/verifyAgentAccessProof.test.ts',
      'test/chatapp/completeChatappLink.test.ts',
      'test/chatapp/createMiniappSession.test.ts',
      'test/cre/recordRuntimeDecision.test.ts',
      'test/cre/records.test.ts',
      'test/http/answerOnce.race.test.ts',
      'test/http/sharedRead.test.ts',
      'test/lottery/amoe/checkinAmoePost.test.ts',
      'test/lottery/amoe/submitAmoeChallenge.test.ts',
      'test/lottery/ingestLotteryWebhook.test.ts',
      'test/lottery/publishLotteryKeyCoverage.test.ts',
      'test/provisioner/provision.test.ts',
      'test/provisioner/service.test.ts',
    ],
  },
  calldata: {
    proves: 'thousands of random requests are built as two other libraries encode them',
    minutes: 15,
    files: ['test/build/', 'test/calldata/', 'test/context/walletActions.test.ts'],
  },
  effects: {
    proves:
      'ten thousand random builds by four kinds of wallets do what their effects say, to the wei where that is certain',
    minutes: 10,
    files: ['test/effects/'],
  },
  persons: {
    proves: 'the rule of two persons agrees with a search over ten thousand random histories',
    minutes: 25,
    files: ['test/workspace/vaults/twoPersons.model.test.ts', 'test/workspace/vaults/twoPersons.workerd.test.ts'],
  },
  memory: {
    proves: 'an isolate stays within its memory, whatever it is sent or draws',
    minutes: 30,
    files: ['test/cache/', 'test/token/drawing/sniffArtwork.test.ts', 'test/token/getTokenImage.test.ts'],
  },
  laws: {
    proves: 'every budget is used up, and every operation bears every hostile text, gas cap and missing need',
    minutes: 20,
    files: [
      'test/agents/messages/cutOff.test.ts',
      'test/chain/lackOfGas.test.ts',
      'test/http/nodes.test.ts',
      'test/laws/defaultBudgets.test.ts',
      'test/laws/gasCaps.test.ts',
      'test/laws/hostileTexts.test.ts',
      'test/laws/needs.test.ts',
    ],
  },
  blocks: {
    proves: 'two thousand answers as of a past block equal those that were given when it was the newest',
    minutes: 3,
    files: ['test/laws/anyBlock.test.ts'],
  },
  browsers: {
    proves: 'every kind of page fits every width, in both palettes, without a violation',
    minutes: 5,
    files: ['test/browser/', 'test/site/front/live.test.ts', 'test/site/pages.browser/'],
  },
  processes: {
    proves: 'npm start bears every kill, and every command of the documentation runs',
    minutes: 15,
    files: ['test/localnet/start.test.ts', 'test/localnet/buildWorld.test.ts', 'test/docs/'],
  },
}
