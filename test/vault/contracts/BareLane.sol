// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// A vault of an older generation: ERC-4626's asset(), a list of strategies, and a gauge controller that names parts of
/// other lanes. Nothing else answers.
contract BareVault {
    address public immutable asset;
    address public immutable gaugeController;
    uint256 public strategyCount;

    constructor(address asset_, address gaugeController_, uint256 strategyCount_) {
        (asset, gaugeController, strategyCount) = (asset_, gaugeController_, strategyCount_);
    }
}

/// Takes any call and answers nothing.
contract Sink {
    fallback() external payable {}
}
