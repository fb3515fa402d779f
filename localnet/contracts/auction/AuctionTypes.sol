// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

/// @notice What an auction is made of; prices are currency per token in base units, times 2^96.
struct AuctionParameters {
    address currency;
    address tokensRecipient;
    address fundsRecipient;
    uint64 startBlock;
    uint64 endBlock;
    uint64 claimBlock;
    uint256 tickSpacing;
    address validationHook;
    uint256 floorPrice;
    uint128 requiredCurrencyRaised;
    bytes auctionStepsData;
}

struct Bid {
    uint64 startBlock;
    uint24 startCumulativeMps;
    uint64 exitedBlock;
    uint256 maxPrice;
    address owner;
    uint256 amountQ96;
    uint256 tokensFilled;
}

/// @notice The auction at one block, linked to the checkpoints around it.
struct Checkpoint {
    uint256 clearingPrice;
    uint256 currencyRaisedAtClearingPriceQ96_X7;
    uint256 cumulativeMpsPerPrice;
    uint24 cumulativeMps;
    uint64 prev;
    uint64 next;
}

struct Step {
    uint24 mps;
    uint64 startBlock;
    uint64 endBlock;
}

struct Tick {
    uint256 next;
    uint256 currencyDemandQ96;
}

// All of the supply: it is sold in ten-millionths.
uint24 constant MPS = 1e7;
uint256 constant Q96 = 2 ** 96;

interface IValidationHook {
    function validate(uint256 maxPrice, uint128 amount, address owner, address sender, bytes calldata hookData)
        external;
}
