// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @dev The events of an ERC-721 token.
library Piece {
    event Approval(address indexed owner, address indexed approved, uint256 indexed id);
}

/// @dev The events of tokens before ERC-20 asked for indexed arguments.
library Early {
    event Transfer(address from, address to, uint256 amount);
    event Approval(address owner, address spender, uint256 amount);
}

/// @notice A token that plays tricks on who pays with it.
contract OddToken {
    enum Trick {
        None,
        Fee,
        Divert,
        Allow,
        AllowAll,
        Flood,
        Refuse,
        Short,
        Revert,
        AllowOne,
        GiveMany,
        Hide,
        Heavy,
        EarlyDivert,
        EarlyAllow
    }

    string public constant symbol = "ODD";
    uint8 public constant decimals = 18;
    Trick public trick;
    bool private _isPaid;
    address private constant ACCOMPLICE = address(0xBAD);
    mapping(address => uint256) private _balances;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 amount);
    event Approval(address indexed owner, address indexed spender, uint256 amount);
    event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value);
    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);

    constructor(address holder, uint256 supply) {
        _balances[holder] = supply;
    }

    function play(Trick next) external {
        trick = next;
    }

    function balanceOf(address account) external view returns (uint256) {
        require(trick != Trick.Refuse);
        if (trick == Trick.Short) {
            assembly {
                return(0, 5)
            }
        }
        if (_isPaid) {
            require(trick != Trick.Hide);
            uint256 gas = gasleft();
            while (trick == Trick.Heavy && gas - gasleft() < 2_000_000) {}
        }
        return _balances[account];
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        emit Approval(msg.sender, spender, amount);
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        allowance[from][msg.sender] -= amount;
        _pay(from, to, amount);
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        _pay(msg.sender, to, amount);
        return true;
    }

    function _pay(address from, address to, uint256 amount) private {
        require(trick != Trick.Revert, "no");
        _isPaid = true;
        if (trick == Trick.Fee) _move(from, ACCOMPLICE, 1);
        _move(from, trick == Trick.Divert || trick == Trick.EarlyDivert ? ACCOMPLICE : to, amount);
        if (trick == Trick.EarlyAllow) emit Early.Approval(from, ACCOMPLICE, 7);
        if (trick == Trick.Allow) {
            allowance[from][ACCOMPLICE] = 7;
            emit Approval(from, ACCOMPLICE, 7);
        }
        if (trick == Trick.AllowAll) emit ApprovalForAll(from, ACCOMPLICE, true);
        if (trick == Trick.AllowOne) emit Piece.Approval(from, ACCOMPLICE, 9);
        if (trick == Trick.GiveMany) emit TransferSingle(to, from, ACCOMPLICE, 1, 1);
        if (trick == Trick.Flood) {
            for (uint256 i; i < 10_000; ++i) {
                assembly {
                    log0(0, 0)
                }
            }
        }
    }

    function _move(address from, address to, uint256 amount) private {
        _balances[from] -= amount;
        _balances[to] += amount;
        if (trick == Trick.EarlyDivert) emit Early.Transfer(from, to, amount);
        else emit Transfer(from, to, amount);
    }
}

/// @notice Takes what it is paid.
contract Till {
    function pay(OddToken token, uint256 amount) external {
        token.transferFrom(msg.sender, address(this), amount);
    }
}
