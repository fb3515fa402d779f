// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC4626} from "@openzeppelin/contracts/interfaces/IERC4626.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

/// @notice Plays the share token: one of it stands for a thousand vault shares; minted and burnt by the wrapper.
/// Buys from a registered pair pay a fee to the gauge controller, which feeds the jackpot.
contract ShareToken is ERC20, Ownable {
    uint256 public constant NORMALIZATION_FACTOR = 1000;
    uint16 public constant MAX_BUY_FEE_BPS = 1000;

    address public vault;
    address public gaugeController;
    address public wrapper;
    uint16 public buyFeeBps = 690;
    bool public feesEnabled = true;
    bool public lotteryEnabled = true;
    bool public constant isHub = true;
    string public contractURI;
    mapping(address account => bool) public isMinter;
    mapping(address account => bool) public isPair;
    mapping(address account => uint256) private _lastReceiptBlock;
    mapping(address account => uint256) private _receivedInBlock;

    event ContractURIUpdated();
    event MinterUpdated(address indexed minter, bool allowed);
    event PairUpdated(address indexed pair, bool isPair);
    event BuyFeeCollected(address indexed buyer, uint256 amount);

    error NotMinter(address caller);
    error FeeTooHigh(uint16 bps);

    constructor(string memory name_, string memory symbol_, address owner_) ERC20(name_, symbol_) Ownable(owner_) {}

    function wire(address vault_, address wrapper_, address gaugeController_) external onlyOwner {
        vault = vault_;
        wrapper = wrapper_;
        gaugeController = gaugeController_;
        setMinter(wrapper_, true);
    }

    function setMinter(address minter, bool allowed) public onlyOwner {
        isMinter[minter] = allowed;
        emit MinterUpdated(minter, allowed);
    }

    function setPair(address pair, bool allowed) external onlyOwner {
        isPair[pair] = allowed;
        emit PairUpdated(pair, allowed);
    }

    function setContractURI(string calldata uri) external onlyOwner {
        contractURI = uri;
        emit ContractURIUpdated();
    }

    function setFees(bool enabled, uint16 bps) external onlyOwner {
        require(bps <= MAX_BUY_FEE_BPS, FeeTooHigh(bps));
        feesEnabled = enabled;
        buyFeeBps = bps;
    }

    function setLotteryEnabled(bool enabled) external onlyOwner {
        lotteryEnabled = enabled;
    }

    function mint(address to, uint256 amount) external {
        require(isMinter[msg.sender], NotMinter(msg.sender));
        _mint(to, amount);
    }

    function burn(address from, uint256 amount) external {
        require(isMinter[msg.sender], NotMinter(msg.sender));
        _burn(from, amount);
    }

    /// @notice Creator coins that `shares` of this token redeem for; a chain without the vault can only unscale.
    function convertToAssets(uint256 shares) external view returns (uint256) {
        uint256 vaultShares = shares * NORMALIZATION_FACTOR;
        return vault == address(0) ? vaultShares : IERC4626(vault).convertToAssets(vaultShares);
    }

    /// @notice Balance without what arrived in this very block, so that a flash loan covers nothing.
    function balanceEligibleForLotteryCoverage(address account) external view returns (uint256) {
        uint256 balance = balanceOf(account);
        uint256 fresh = _lastReceiptBlock[account] == block.number ? _receivedInBlock[account] : 0;
        return balance > fresh ? balance - fresh : 0;
    }

    function _update(address from, address to, uint256 value) internal override {
        if (feesEnabled && isPair[from] && gaugeController != address(0)) {
            uint256 fee = (value * buyFeeBps) / 10_000;
            super._update(from, gaugeController, fee);
            emit BuyFeeCollected(to, fee);
            value -= fee;
        }
        super._update(from, to, value);
        if (_lastReceiptBlock[to] != block.number) {
            _lastReceiptBlock[to] = block.number;
            _receivedInBlock[to] = 0;
        }
        _receivedInBlock[to] += value;
    }
}
