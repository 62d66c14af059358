"""The content pack and its loader: the facts of the box, packs that extend others, every kind of mistake."""

import json
import pickle
import re
import shutil
import time
from collections import Counter
from pathlib import Path

import pytest

from breachlab.sim.aeons_end.pack import load_pack, shipped_packs
from breachlab.sim.aeons_end.pack_records import Price, plain
from breachlab.sim.errors import UserError

DOCS = Path(__file__).parents[1] / "docs" / "content.md"


@pytest.fixture(scope="module")
def box():
    return load_pack("war_eternal")


@pytest.fixture
def write(tmp_path, monkeypatch):
    """Writes files of a pack called mine, in the current folder, and loads it."""
    monkeypatch.chdir(tmp_path)

    def write(pack="", **files):
        folder = tmp_path / "mine"
        folder.mkdir(exist_ok=True)
        (folder / "pack.toml").write_text('extends = "war_eternal"\n' + pack, encoding="utf-8")
        for name, text in files.items():
            path = folder / (name.replace("__", "/") + ".toml")
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return load_pack("mine")

    return write


@pytest.fixture
def copied(tmp_path, monkeypatch):
    """Changes one file of a copy of the shipped pack, and loads it."""
    monkeypatch.chdir(tmp_path)

    def copied(file, old, new, count=1):
        shutil.copytree(shipped_packs()["war_eternal"], tmp_path / "copy", dirs_exist_ok=True)
        path = tmp_path / "copy" / file
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, count), encoding="utf-8")
        return load_pack("copy")

    return copied


def mistake(load, *args, **files):
    """The sentence about a mistake."""
    with pytest.raises(UserError) as caught:
        load(*args, **files)
    sentence = str(caught.value)
    assert "\n" not in sentence
    return sentence


CRUMBLE = "the nemesis loses 3 tokens OR unleash, then the minion discarded last returns to play"


class TestTheBox:
    def test_counts(self, box):
        assert Counter(item.category for item in box.items) == {
            "mage": 8,
            "starter": 10,
            "market": 27,
            "nemesis": 4,
            "nemesis_card": 36,
            "acolyte": 9,
            "basic": 25,
        }
        assert Counter(card.kind for card in box.market) == {"gem": 7, "relic": 6, "spell": 14}
        assert Counter(card.tier for card in box.basics) == {1: 9, 2: 8, 3: 8}
        assert Counter(card.kind for card in box.basics) == {"attack": 10, "minion": 6, "power": 9}
        assert Counter((card.belongs_to, card.tier) for card in box.nemesis_cards) == {
            (nemesis, tier): 3
            for nemesis in ("umbra_titan", "hollow_crown", "gate_witch", "magus_of_cloaks")
            for tier in (1, 2, 3)
        }
        assert len(box.by_id) == 119 + 2 + 4

    def test_mages(self, box):
        charges = {mage.id: mage.charges for mage in box.mages}
        assert charges == {
            "dezmodia": 6,
            "garu": 5,
            "gex": 5,
            "mazahaedron": 4,
            "mist": 6,
            "quilius": 5,
            "ulgimor": 6,
            "yan_magda": 5,
        }
        assert {mage.id: mage.breaches for mage in box.mages} == {
            "dezmodia": ("opened", 1, 0, 1),
            "garu": ("opened", 0, 1, 1),
            "gex": ("absent", "opened", 1, 1),
            "mazahaedron": ("opened", 2, 1, 1),
            "mist": ("opened", 2, 1, 1),
            "quilius": ("opened", "opened", 0, 1),
            "ulgimor": ("opened", 1, 0, 1),
            "yan_magda": ("opened", 0, 0, 0),
        }
        crystals = {mage.id: (mage.hand + mage.deck).count("crystal") for mage in box.mages}
        assert crystals == {
            "dezmodia": 6,
            "garu": 6,
            "gex": 7,
            "mazahaedron": 6,
            "mist": 6,
            "quilius": 6,
            "ulgimor": 5,
            "yan_magda": 8,
        }
        assert all(len(mage.hand) == len(mage.deck) == 5 for mage in box.mages)
        gex = box.by_id["gex"]
        assert (gex.title, gex.ability) == ("Breach Mage Adviser", "Vimcraft Oath")
        assert box.by_id["dezmodia"].deck == ("crystal", "crystal", "crystal", "crystal", "spark")
        assert box.by_id["garu"].deck[-2:] == ("spark", "spark")

    def test_starters(self, box):
        assert {card.id: card.copies for card in box.starters} == {
            "crystal": 32,
            "spark": 14,
            "oblivion_shard": 1,
            "torch": 1,
            "shattered_geode": 1,
            "worldheart_shard": 1,
            "amethyst_paragon": 1,
            "extinguish": 2,
            "coal_shard": 1,
            "illuminate": 1,
        }
        assert all(card.cost == 0 for card in box.starters)
        for mage in box.mages:
            unique = [card.id for card in box.starters if card.mage == mage.id]
            assert len(unique) == 1
            assert unique[0] in mage.hand

    def test_market(self, box):
        costs = {card.id: card.cost for card in box.market}
        assert costs == {
            "bloodstone_jewel": 6,
            "breach_ore": 4,
            "dread_diamond": 3,
            "erratic_ingot": 5,
            "frozen_magmite": 3,
            "scoria_slag": 4,
            "volcanic_glass": 3,
            "cairn_compass": 4,
            "conclave_scroll": 3,
            "fiend_catcher": 3,
            "mages_totem": 2,
            "primordial_fetish": 4,
            "vortex_gauntlet": 6,
            "aurora": 5,
            "carbonize": 4,
            "celestial_spire": 5,
            "conjure_the_lost": 6,
            "convection_field": 5,
            "crystallize": 8,
            "equilibrium": 7,
            "fiery_torrent": 5,
            "jagged_lightning": 4,
            "kindle": 4,
            "nova_forge": 6,
            "pyrotechnic_surge": 4,
            "reduce_to_ash": 7,
            "thoughtform_familiar": 3,
        }
        assert all(card.copies == (7 if card.kind == "gem" else 5) for card in box.market)
        wide = [card.id for card in box.market if card.breaches_needed == 2]
        assert wide == ["crystallize", "pyrotechnic_surge"]
        assert [card.id for card in box.market if card.damage_to_you_reduced_by] == ["equilibrium"]

    def test_nemeses(self, box):
        def facts(id):
            nemesis = box.by_id[id]
            return (
                nemesis.life,
                nemesis.printed_difficulty,
                nemesis.tokens,
                nemesis.token_min,
                nemesis.token_max,
            )

        assert facts("umbra_titan") == (70, 3, 8, 0, None)
        assert facts("hollow_crown") == (1, 5, 0, 0, None)
        assert facts("gate_witch") == (70, 7, 1, 0, None)
        assert facts("magus_of_cloaks") == (35, 7, 4, 2, 8)
        flags = ("cannot_be_damaged", "damage_reduced_by_tokens", "lost_at_no_tokens", "won_without_acolytes")
        assert {(n.id, flag) for n in box.nemeses for flag in flags if getattr(n, flag)} == {
            ("hollow_crown", "cannot_be_damaged"),
            ("hollow_crown", "won_without_acolytes"),
            ("magus_of_cloaks", "damage_reduced_by_tokens"),
            ("umbra_titan", "lost_at_no_tokens"),
        }
        usual = {n.id for n in box.nemeses if n.exhaustion == ("unleash twice",)}
        assert usual == {"umbra_titan", "gate_witch", "magus_of_cloaks"}
        assert box.by_id["hollow_crown"].exhaustion == ("gravehold suffers 4",)

    def test_lives_of_minions(self, box):
        lives = {card.id: card.life for card in (*box.nemesis_cards, *box.basics) if card.kind == "minion"}
        assert lives == {
            "cryptid": 6,
            "grubber": 5,
            "tombfright": 8,
            "vault_behemoth": 9,
            "demi_ancient": 18,
            "thronewatch": 6,
            "viscera_bride": 18,
            "deep_abomination": 6,
            "paradox_beast": 8,
            "portal_wretch": 8,
            "rift_scourge": 13,
            "dusk_spawn": 5,
            "ashen_haruspex": 5,
            "veil_daughter": 11,
            "catacomb_drone": 5,
            "howling_spinners": 5,
            "mage_ender": 9,
            "mangleroot": 12,
            "null_scion": 11,
            "monstrosity_of_omens": 5,
        }
        assert {card.life for card in box.acolytes} == {11}
        assert {card.tier for card in box.acolytes} == {0}

    def test_powers_and_prices(self, box):
        powers = [card for card in (*box.nemesis_cards, *box.basics) if card.kind == "power"]
        assert {card.id: (card.power, card.price) for card in powers} == {
            "seismic_roar": (3, Price("aether", 6)),
            "yawning_black": (2, Price("aether", 8)),
            "infernal_domain": (2, Price("aether", 8)),
            "nameless_faith": (1, Price("aether", 8)),
            "temporal_nimbus": (3, Price("aether", 6)),
            "nether_spiral": (3, Price("aether", 7)),
            "infinite_enmity": (2, Price("aether", 8)),
            "rising_dark": (3, None),
            "twilight_empire": (3, None),
            "black_solstice": (2, None),
            "shadows_reach": (9, None),
            "heart_of_nothing": (2, Price("hand", 4)),
            "night_unending": (3, None),
            "planar_collision": (2, Price("prepped", 2)),
            "aphotic_sun": (2, Price("aether", 7)),
            "chaos_flail": (2, Price("aether", 7)),
            "morbid_gyre": (1, Price("aether", 7)),
            "apocalypse_ritual": (2, Price("aether", 8)),
            "cataclysmic_fate": (1, Price("spell_and_breach", 5)),
            "withering_beam": (2, None),
        }
        fallen = [card.id for card in powers if card.discarded_when_nemesis_damaged]
        assert fallen == ["rising_dark", "black_solstice"]

    def test_armour(self, box):
        cards = box.nemesis_cards + box.basics + box.acolytes
        assert {card.id: card.damage_reduced_by for card in cards if card.damage_reduced_by} == {
            "ashen_haruspex": 2
        }
        assert [card.id for card in cards if card.damage_reduced_by_tokens] == ["veil_daughter"]
        assert {c.id: c.damage_reduced_to for c in cards if c.damage_reduced_to is not None} == {
            "monstrosity_of_omens": 1
        }

    def test_rules(self, box):
        rules = box.rules
        assert (rules.hand_size, rules.charge_price) == (5, 2)
        assert rules.supply_piles == {"gem": 3, "relic": 2, "spell": 4}
        assert rules.pile_size == {"gem": 7, "relic": 5, "spell": 5}
        assert rules.basic_cards == {1: (1, 3, 7), 2: (3, 5, 7), 3: (5, 6, 7), 4: (8, 7, 7)}
        assert [rules.nemesis_deck_size(players) for players in (1, 2, 3, 4)] == [20, 24, 27, 31]
        assert rules.turn_order == {
            1: {"player": 3, "nemesis": 2},
            2: {"player_1": 2, "player_2": 2, "nemesis": 2},
            3: {"player_1": 1, "player_2": 1, "player_3": 1, "wild": 1, "nemesis": 2},
            4: {"player_1": 1, "player_2": 1, "player_3": 1, "player_4": 1, "nemesis": 2},
        }
        assert rules.four_player_variant == {"player_1_2": 2, "player_3_4": 2, "nemesis": 2}
        assert (rules.solo_easier_turn_cards, rules.solo_easier_life) == ((4,), (12, 15))
        assert [(b.number, b.focus_cost, b.open_cost, b.bonus_damage) for b in rules.breaches] == [
            ("I", None, (), 0),
            ("II", 2, (5, 4, 3, 2), 0),
            ("III", 3, (9, 7, 5, 3), 1),
            ("IV", 4, (13, 10, 7, 4), 1),
        ]
        assert rules.sigil_bonus_damage == 2

    def test_difficulty_modes(self, box):
        modes = {m.id: (m.player_life, m.gravehold_life, m.nemesis_life_delta) for m in box.difficulties}
        assert modes == {
            "beginner": (12, 35, -10),
            "normal": (10, 30, 0),
            "expert": (10, 30, 0),
            "extinction": (8, 25, 10),
        }
        assert [m.id for m in box.difficulties if m.expert_rules] == ["expert", "extinction"]
        assert [m.id for m in box.difficulties if m.beginner_rules] == ["beginner"]

    def test_nemeses_in_each_mode(self, box):
        def in_modes(nemesis, fact):
            return [getattr(box.by_id[nemesis].in_mode(mode), fact) for mode in box.difficulties]

        assert in_modes("umbra_titan", "life") == [60, 70, 70, 80]
        assert in_modes("umbra_titan", "tokens") == [8, 8, 5, 5]
        assert in_modes("magus_of_cloaks", "life") == [25, 35, 35, 45]
        assert in_modes("magus_of_cloaks", "token_min") == [2, 2, 3, 3]
        assert in_modes("magus_of_cloaks", "token_max") == [8, 8, 9, 9]
        assert in_modes("hollow_crown", "life") == [1, 1, 1, 1]
        two = ("put the top acolyte into play",) * 2
        assert in_modes("hollow_crown", "setup") == [
            (*two, "discard the top acolyte of the deck"),
            two,
            two,
            two,
        ]
        normal, expert = (
            ("resolve the blood magic of the acolyte with the highest life",),
            ("resolve the blood magic of each acolyte without self-damage",),
        )
        assert in_modes("hollow_crown", "unleash") == [normal, normal, expert, expert]
        lost = [re.findall(r"loses (\d)", rule[0]) for rule in in_modes("gate_witch", "end_of_nemesis_turn")]
        assert lost == [["4"], ["4"], ["3"], ["3"]]

    def test_supplies(self, box):
        assert [(supply.id, supply.name) for supply in box.supplies] == [
            ("deck_destruction", "Deck Destruction"),
            ("reuse_spells", "Reuse Spells!"),
        ]
        assert box.by_id["deck_destruction"].cards == (
            "frozen_magmite",
            "scoria_slag",
            "erratic_ingot",
            "mages_totem",
            "primordial_fetish",
            "jagged_lightning",
            "fiery_torrent",
            "conjure_the_lost",
            "reduce_to_ash",
        )
        assert set(box.by_id["reuse_spells"].cards) == {
            "volcanic_glass",
            "breach_ore",
            "bloodstone_jewel",
            "cairn_compass",
            "vortex_gauntlet",
            "thoughtform_familiar",
            "kindle",
            "nova_forge",
            "crystallize",
        }

    @pytest.mark.parametrize(
        ("id", "effects"),
        [
            (
                "crumble",
                {"effect": (CRUMBLE,)},
            ),
            ("smite", {"effect": ("unleash twice", "gravehold suffers 2")}),
            ("lurzan", {"blood_magic": ("the player with the lowest life suffers 1",)}),
            ("aurora", {"while_prepped_once_a_turn": ("gain 1 charge",), "cast": ("deal 3",)}),
            ("illuminate", {"when_you_focus_or_open": ("deal 1",), "cast": ("deal 1",)}),
            ("quilius", {"ability_effect": ("deal 2 per trophy",)}),
        ],
    )
    def test_effects(self, box, id, effects):
        assert box.by_id[id].effects == effects

    def test_effects_of_a_nemesis_name_its_other_rules(self, box):
        assert list(box.by_id["hollow_crown"].effects) == [
            "setup",
            "unleash",
            "exhaustion",
            "beginner.extra_setup",
            "expert.unleash",
        ]

    def test_every_item_has_an_effect_and_describes_it(self, box):
        for item in box.items:
            assert item.effects, item.id
            description = "\n".join(item.describe())
            assert item.name in description
            assert item.kind in description
            for line in (line for lines in item.effects.values() for line in lines):
                assert line in description

    def test_descriptions_tell_the_numbers(self, box):
        assert box.by_id["mangleroot"].describe() == [
            "Mangleroot (mangleroot): minion",
            "basic card, tier 2",
            "life 12",
            "persistent:",
            "  1. gravehold suffers 3",
            "  2. this minion suffers 2",
        ]
        assert "breaches: I absent, II opened, III closed (1 of 3 focuses), IV closed (1 of 3 focuses)" in (
            box.by_id["gex"].describe()
        )
        assert "to discard: impossible" in box.by_id["withering_beam"].describe()
        assert "expert rules: tokens 5" in box.by_id["umbra_titan"].describe()
        assert "needs 2 adjacent free breaches" in box.by_id["crystallize"].describe()
        assert any("kindle" in line for line in box.by_id["reuse_spells"].describe())
        assert any("-10" in line for line in box.by_id["beginner"].describe())


class TestLoading:
    def test_by_name_by_folder_and_by_file(self, box):
        folder = shipped_packs()["war_eternal"]
        assert load_pack(folder).hash == load_pack(str(folder / "pack.toml")).hash == box.hash

    def test_a_pack_survives_pickling(self, box):
        assert pickle.loads(pickle.dumps(box)).hash == box.hash

    def test_the_hash_is_over_plain_content(self, box):
        text = json.dumps(plain(list(box.items)))
        assert "source" not in json.loads(text)[0]
        assert "gravehold suffers 2" in text
        assert re.fullmatch("[0-9a-f]{64}", box.hash)

    def test_the_hash_changes_with_content_only(self, box, write):
        assert write('name = "Another name"').hash == box.hash
        assert write("[nemesis.umbra_titan]\nlife = 70").hash == box.hash
        assert write("[nemesis.umbra_titan]\nlife = 71").hash != box.hash
        assert write('[card.smite]\neffect = ["unleash"]').hash != box.hash
        assert write("[rules]\ncharge_price = 3").hash != box.hash
        assert write("[difficulty.expert]\nplayer_life = 11").hash != box.hash

    def test_loading_is_fast(self, monkeypatch):
        monkeypatch.setattr("breachlab.sim.aeons_end.pack_checks._check_phrases", lambda pack, book: None)
        times = []
        for _ in range(3):
            start = time.perf_counter()
            load_pack(shipped_packs()["war_eternal"])
            times.append(time.perf_counter() - start)
        assert min(times) < 0.2

    def test_byte_order_mark_and_windows_line_ends(self, tmp_path):
        (tmp_path / "pack.toml").write_bytes(
            b'\xef\xbb\xbfextends = "war_eternal"\r\n\r\n[mage.gex]\r\ncharges = 4\r\n'
        )
        assert load_pack(tmp_path).by_id["gex"].charges == 4


class TestExtending:
    def test_four_lines_are_a_pack(self, box, write):
        pack = write("\n[nemesis.umbra_titan]\nlife = 60\n")
        assert pack.id == pack.name == "mine"
        assert pack.by_id["umbra_titan"].life == 60
        assert len(pack.items) == 119
        different = [item.id for item in pack.items if plain(item) != plain(box.by_id[item.id])]
        assert different == ["umbra_titan"]

    def test_overrides_of_every_table(self, write):
        pack = write(
            """
            [card.smite]
            effect = "gravehold suffers 3"
            [card.morbid_gyre]
            to_discard = ""
            [card.crystal]
            copies_in_box = 40
            [mage.gex]
            breaches = { I = "opened" }
            [nemesis.magus_of_cloaks.expert]
            token_max = 12
            [difficulty.expert]
            player_life = 9
            [supply.deck_destruction]
            name = "Rubble"
            [rules.breaches.II]
            focus_cost = 3
            """
        )
        assert pack.by_id["smite"].effects == {"effect": ("gravehold suffers 3",)}
        assert pack.by_id["smite"].tier == 2
        assert pack.by_id["morbid_gyre"].price is None
        assert pack.by_id["crystal"].copies == 40
        assert pack.by_id["gex"].breaches == ("opened", "opened", 1, 1)
        assert pack.by_id["magus_of_cloaks"].expert == {"token_min": 3, "token_max": 12}
        assert pack.by_id["expert"].player_life == 9
        assert pack.by_id["deck_destruction"].name == "Rubble"
        assert [breach.focus_cost for breach in pack.rules.breaches] == [None, 3, 3, 4]
        assert pack.rules.breaches[1].open_cost == (5, 4, 3, 2)

    def test_adding_and_removing(self, write):
        pack = write(
            """
            remove = ["grubber", "catacomb_drone"]
            [[card]]
            name = "Grub's Mother"
            belongs_to = "umbra_titan"
            kind = "minion"
            tier = 1
            life = 4
            persistent = ["unleash"]
            [[card]]
            name = "Pebble"
            kind = "gem"
            cost = 1
            copies = 8
            play = ["gain 1 aether"]
            [[supply]]
            name = "Pebbles"
            cards = ["pebble", "breach_ore", "scoria_slag", "mages_totem", "fiend_catcher",
                     "kindle", "aurora", "carbonize", "equilibrium"]
            [[difficulty]]
            name = "Nightmare"
            player_life = 5
            gravehold_life = 20
            expert_rules = true
            """
        )
        assert "grubber" not in pack.by_id
        assert len(pack.basics) == 24
        mother = pack.by_id["grubs_mother"]
        assert (mother.category, mother.belongs_to, mother.source) == (
            "nemesis_card",
            "umbra_titan",
            "mine/pack.toml",
        )
        assert (pack.by_id["pebble"].category, pack.by_id["pebble"].copies) == ("market", 8)
        assert pack.by_id["pebbles"].cards[0] == "pebble"
        assert pack.by_id["nightmare"].nemesis_life_delta == 0

    def test_new_cards_in_the_usual_files(self, write):
        card = 'name = "Echo"\nkind = "attack"\ntier = 1\neffect = ["unleash"]\n'
        pack = write(
            "[card.smite]\ntier = 3\n[card.withering_beam]\ntier = 2\n",
            basic=f"[[card]]\n{card}",
            market='[[card]]\nname = "Ember"\nkind = "spell"\ncost = 2\ncast = ["deal 2"]\n',
        )
        assert pack.by_id["echo"].category == "basic"
        assert pack.by_id["ember"].copies == 5
        assert pack.by_id["smite"].tier == 3

    def test_a_card_for_a_nemesis_of_the_extended_pack_in_its_own_file(self, write):
        pack = write(
            'remove = ["maul"]',
            nemeses__umbra_titan='[[card]]\nname = "Echo"\nkind = "attack"\ntier = 2\neffect = ["unleash"]\n',
        )
        assert [card.id for card in pack.cards_of("umbra_titan") if card.tier == 2][-1] == "echo"

    def test_a_nemesis_of_its_own(self, write):
        cards = "".join(
            f'[[card]]\nname = "Nail {n}"\nkind = "attack"\ntier = {1 + n // 3}\neffect = ["unleash"]\n'
            for n in range(9)
        )
        nemesis = '[nemesis]\nname = "Nailer"\nlife = 40\nprinted_difficulty = 2\n'
        nemesis += 'unleash = ["gravehold suffers 1"]\n'
        pack = write(nemeses__nailer=nemesis + cards)
        assert len(pack.nemeses) == 5
        assert len(pack.cards_of("nailer")) == 9
        assert pack.by_id["nailer"].exhaustion == ("unleash twice",)

    def test_a_mage_and_its_starter(self, write):
        pack = write(
            """
            [[card]]
            name = "Chisel"
            kind = "spell"
            mage = "mason"
            copies_in_box = 1
            cast = ["deal 1"]
            [[mage]]
            name = "Mason"
            title = "Stone Cutter"
            charges = 3
            ability = "Wall"
            ability_effect = ["gravehold gains 4 life"]
            hand = ["chisel", "crystal", "crystal"]
            deck = ["crystal", "spark"]
            breaches = { I = "opened", II = 0, III = "absent", IV = 3 }
            """
        )
        assert pack.by_id["chisel"].category == "starter"
        assert pack.by_id["mason"].breaches == ("opened", 0, "absent", 3)

    def test_removing_a_nemesis_removes_its_cards(self, write):
        pack = write('remove = ["hollow_crown", "enslave"]')
        assert len(pack.nemeses) == 3
        assert not pack.acolytes
        assert len(pack.nemesis_cards) == 27

    def test_replacing_a_card(self, write):
        pack = write(
            """
            remove = ["smite"]
            [[card]]
            id = "smite"
            name = "Smite again"
            belongs_to = "basic"
            kind = "power"
            tier = 2
            power = 1
            power_effect = ["unleash"]
            """
        )
        assert (pack.by_id["smite"].kind, pack.by_id["smite"].name) == ("power", "Smite again")

    def test_a_pack_extends_a_folder(self, write, tmp_path):
        write("[mage.gex]\ncharges = 4")
        second = tmp_path / "second"
        second.mkdir()
        (second / "pack.toml").write_text('extends = "../mine"\n[mage.garu]\ncharges = 3\n')
        pack = load_pack(second)
        assert (pack.by_id["gex"].charges, pack.by_id["garu"].charges, pack.by_id["mist"].charges) == (
            4,
            3,
            6,
        )


class TestTheDocumentedExample:
    @pytest.fixture
    def mine(self, tmp_path):
        text = DOCS.read_text(encoding="utf-8").split("<!-- example")[1]
        example = text.split("```toml\n")[1].split("```")[0]
        assert 20 <= len(example.splitlines()) <= 35
        (tmp_path / "pack.toml").write_text(example, encoding="utf-8")
        return tmp_path

    def test_it_is_played(self, mine, capsys):
        from breachlab.cli.main import run

        told = ""
        for seed in range(3):
            command = ["play", "--content", str(mine), "--nemesis", "umbra_titan", "--players", "2"]
            assert run([*command, "--seed", str(seed)]) == 0
            told += capsys.readouterr().out
        assert "Rubble Crawler" in told
        assert "Grubber" not in told

    def test_it_loads(self, mine):
        pack = load_pack(mine)
        assert pack.name == "Umbra Titan, deeper down"
        assert pack.by_id["umbra_titan"].life == 60
        assert pack.by_id["umbra_titan"].in_mode(pack.by_id["expert"]).tokens == 7
        assert pack.by_id["rubble_crawler"].kind == "minion"
        assert pack.by_id["rising_dread"].price == Price("aether", 6)

    def test_every_field_is_documented(self):
        from breachlab.sim.aeons_end import pack_schema

        text = DOCS.read_text(encoding="utf-8")
        schemas = [
            pack_schema.MAGE,
            pack_schema.SUPPLY,
            pack_schema.DIFFICULTY,
            pack_schema.NEMESIS,
            pack_schema.PACK,
        ]
        names = {name for schema in schemas for name in schema.shapes} | pack_schema.CARD_FIELDS
        assert [name for name in sorted(names) if f"`{name}" not in text and f".{name}]" not in text] == []


MINION = """
[[card]]
name = "Bone Howler"
belongs_to = "basic"
kind = "minion"
tier = 1
life = 5
persistent = ["unleash"]
"""
EIGHT = (
    '"breach_ore", "scoria_slag", "mages_totem", "fiend_catcher", '
    '"kindle", "aurora", "carbonize", "equilibrium"'
)


class TestMistakesInOneItem:
    @pytest.mark.parametrize(
        ("pack", "parts"),
        [
            # unknown fields and ids
            (
                "[nemesis.umbra_titen]\nlife = 60",
                ["mine/pack.toml", "umbra_titen", 'did you mean "umbra_titan"?'],
            ),
            ("[card.smit]\ntier = 1", ['unknown card to change "smit"', 'did you mean "smite"?']),
            ("[mage.smite]\ntier = 1", ['"smite" is a card, not a mage', "[card.smite]"]),
            ("[nemesis.umbra_titan]\nlive = 60", ["umbra_titan", '"live"', 'did you mean "life"?']),
            (
                "[nemesis.umbra_titan.expert]\ntoken = 5",
                ["umbra_titan: expert", "expert rules", 'did you mean "tokens"?'],
            ),
            ("[nemesis]\nlife = 60", ["mine/pack.toml", "life", "[nemesis.ID]"]),
            ("[card.smite]\nid = 'smote'", ["smite", "id cannot be changed"]),
            ('extend = "x"', ['"extend"', 'did you mean "extends"?']),
            ("[[mages]]\nid = 'x'", ['"mages"', 'did you mean "mage"?']),
            ('remove = ["smit"]', ["mine/pack.toml", 'unknown id to remove "smit"', 'did you mean "smite"?']),
            ('remove = "smite"', ["remove must be a list", '"smite"']),
            ('game = "ettin"', ["game", '"aeons_end"', '"ettin"']),
            ("nemesis = 5", ["nemesis must be written [[nemesis]]"]),
            ("rules = 5", ["rules must be a table"]),
            ("[mage.gex]\nhand = ['cristal']", ["gex: hand", 'unknown starter "cristal"', '"crystal"']),
            ("[mage.gex]\ndeck = ['kindle']", ["gex: deck", 'unknown starter "kindle"']),
            ("[mage.gex]\nhand = []", ["gex", "hand must be a list of 1 to 16 ids"]),
            ("[card.torch]\nmage = 'garru'", ["torch", 'unknown mage "garru"', 'did you mean "garu"?']),
            (
                "[supply.deck_destruction]\ncards = ['spark']",
                ["deck_destruction", 'unknown market card "spark"'],
            ),
            # wrong values
            (
                "[nemesis.umbra_titan]\nlife = '60'",
                ["umbra_titan", "life must be a whole number", 'not "60"'],
            ),
            ("[nemesis.umbra_titan]\nlife = 60.0", ["life must be a whole number from 1 to 999, not 60.0"]),
            ("[nemesis.umbra_titan]\nlife = true", ["life must be a whole number from 1 to 999, not true"]),
            ("[nemesis.umbra_titan]\nlife = -5", ["umbra_titan", "from 1 to 999, not -5"]),
            (
                "[nemesis.umbra_titan]\ncannot_be_damaged = 1",
                ["cannot_be_damaged must be true or false, not 1"],
            ),
            ("[nemesis.umbra_titan]\nexpert = 5", ["umbra_titan", "expert must be a table", "not 5"]),
            ("[nemesis.umbra_titan]\nunleash = []", ["umbra_titan", "needs unleash"]),
            (
                "[card.smite]\neffect = [1]",
                ["smite", "effect must be a list of effect lines", "a list with 1"],
            ),
            ("[card.smite]\neffect = ['']", ["smite", "effect must be a list of effect lines"]),
            ("[card.smite]\ntier = 4", ["smite", "tier must be a whole number from 1 to 3, not 4"]),
            ("[card.smite]\ntier = 0", ["smite", "tier", "not 0"]),
            ("[card.bezu]\ntier = 1", ["bezu", "tier must be 0, not 1"]),
            (
                "[card.mangleroot]\nlife = 0",
                ["mangleroot", "life must be a whole number from 1 to 999, not 0"],
            ),
            ("[card.bezu]\nlife = 0", ["bezu", "life must be", "not 0"]),
            ("[card.kindle]\ncopies = 0", ["kindle", "copies must be a whole number from 1 to 99, not 0"]),
            ("[card.kindle]\ncost = -1", ["kindle", "cost must be a whole number from 0 to 99, not -1"]),
            ("[card.spark]\ncost = 1", ["spark", "cost must be 0, not 1"]),
            ("[card.kindle]\nbreaches_needed = 3", ["kindle", "breaches_needed", "from 1 to 2, not 3"]),
            ("[card.smite]\nkind = 'atack'", ["smite", 'unknown kind "atack"', 'did you mean "attack"?']),
            (
                "[card.morbid_gyre]\nto_discard = 'spend 7 ether'",
                ["morbid_gyre", "to_discard must be", '"spend 7 ether"', "did you mean", "aether"],
            ),
            (
                "[card.veil_daughter]\ndamage_reduced_by = 'tokens'",
                ["veil_daughter", "damage_reduced_by", '"nemesis tokens"', 'not "tokens"'],
            ),
            ("[mage.gex]\nbreaches = {II = 4}", ["gex", "breaches must be", "II = 4"]),
            ("[mage.gex]\nbreaches = {V = 1}", ["gex", "breaches must be", '"V"']),
            ("[mage.gex]\nbreaches = {I = 1}", ["gex", "breaches must be", "I = 1"]),
            ("[mage.gex]\nbreaches = {II = 'open'}", ["gex", '"opened"', 'II = "open"']),
            ("[mage.gex]\nbreaches = {II='absent', III='absent', IV='absent'}", ["gex", "four absent ones"]),
            ("[mage.gex]\ncharges = 0", ["gex", "charges must be a whole number from 1 to 20, not 0"]),
            # fields of another kind
            (
                "[card.smite]\npersistent = ['unleash']",
                ["smite", "field of an attack", '"persistent"', "effect"],
            ),
            ("[card.smite]\nlife = 3", ["smite", "field of an attack", '"life"']),
            ("[card.mangleroot]\npower = 3", ["mangleroot", "field of a minion", '"power"']),
            ("[card.scoria_slag]\ncast = ['deal 1']", ["scoria_slag", "field of a gem", '"cast"']),
            ("[card.aurora]\nplay = ['deal 1']", ["aurora", "field of a spell", '"play"']),
            ("[card.kindle]\nmage = 'gex'", ["kindle", "field of a spell", '"mage"']),
            ("[card.smite]\nkind = 'minion'", ["smite", '"effect"']),
            ("[card.smite]\nkind = 'minion'\neffect = []", ["smite", "a minion needs life"]),
            # new items
            (MINION.replace("life = 5\n", ""), ["bone_howler", "a minion needs life: a whole number from 1"]),
            (MINION.replace("tier = 1\n", ""), ["bone_howler", "a minion needs tier"]),
            (MINION.replace('kind = "minion"\n', ""), ["bone_howler", "needs a kind", "minion"]),
            (MINION.replace('belongs_to = "basic"\n', ""), ["bone_howler", "needs belongs_to: basic"]),
            (MINION.replace('"basic"', '"umbra"'), ["bone_howler", '"umbra"', 'did you mean "umbra_titan"?']),
            (MINION.replace('"basic"', "5"), ["bone_howler", "needs belongs_to"]),
            (MINION.replace('name = "Bone Howler"\n', ""), ["mine/pack.toml: card 1 needs an id", "none"]),
            (MINION.replace("name", "id"), ["card 1 needs an id", '"Bone Howler"']),
            (MINION.replace('name = "Bone Howler"', 'id = "howler"'), ["howler", "a minion needs name"]),
            (MINION + MINION, ["mine/pack.toml", 'the id "bone_howler" is taken already', "mine/pack.toml"]),
            (
                MINION.replace("Bone Howler", "Mangleroot"),
                [
                    "mine/pack.toml",
                    '"mangleroot" is taken already in war_eternal/basic.toml',
                    "[card.mangleroot]",
                ],
            ),
            (MINION.replace("Bone Howler", "Gex"), ['the id "gex" is taken already', "[mage.gex]"]),
            (
                MINION.replace('"minion"', '"power"')
                .replace("persistent", "power_effect")
                .replace("life = 5\n", ""),
                ["bone_howler", "a power needs power"],
            ),
            (
                MINION.replace('"minion"', '"acolyte"')
                .replace("persistent", "blood_magic")
                .replace("tier = 1\n", ""),
                ["bone_howler", '"basic"', "belongs_to", "hollow_crown"],
            ),
            ('[[card]]\nname = "Ore"\nkind = "gem"\nplay = ["gain 1 aether"]', ["ore", "a gem needs cost"]),
            ('[[card]]\nname = "Ore"\nkind = "gem"\ncost = 1', ["ore", "a gem needs play"]),
            (
                '[[card]]\nname = "Ore"\nkind = "gem"\nmage = "gex"\nplay = ["gain 1 aether"]',
                ["ore", "copies_in_box"],
            ),
            ('[[mage]]\nname = "Mason"', ["mason", "a mage needs title"]),
            (MINION + "[card.smite]\ntier = 1", ["[[card]] and [card.ID] in one file", "basic.toml"]),
            ("[card.smite]\ntier = 1" + MINION, ["[[card]] and [card.ID] in one file", "basic.toml"]),
            # supplies
            (
                f'[[supply]]\nname = "Few"\ncards = [{EIGHT}]',
                ["few", "9 piles", "8 piles (2 gems, 2 relics, 4 spells)"],
            ),
            (
                f'[[supply]]\nname = "Odd"\ncards = ["crystallize", {EIGHT}]',
                ["odd", "3 gems, 2 relics, 4 spells", "2 gems, 2 relics, 5 spells"],
            ),
            (
                f'[[supply]]\nname = "Twin"\ncards = ["breach_ore", {EIGHT}]',
                ["twin", '"breach_ore" is there twice'],
            ),
            # rules
            ("[rules]\nhand_sise = 5", ["mine/pack.toml", '"hand_sise"', 'did you mean "hand_size"?']),
            ("[rules]\nhand_size = 0", ["hand_size must be a whole number from 1 to 20, not 0"]),
            ("[rules.breaches.V]\nbonus_damage = 1", ["mine/pack.toml", '"V"']),
            ("[rules.breaches.II]\nopen_cost = [5, 4, 3]", ["open_cost must be a list of 4 whole numbers"]),
            (
                "[rules.turn_order]\n2 = {player_1 = 0}",
                ["turn_order: 2 must be a table", "one without player_1"],
            ),
            ("[rules.turn_order]\n2 = {player_3 = 1}", ["2 must be a table", '"player_3"']),
        ],
    )
    def test_mistake(self, write, pack, parts):
        sentence = mistake(write, pack)
        assert sentence.startswith("mine/pack.toml: ")
        for part in parts:
            assert part in sentence

    def test_a_mistake_in_another_file_names_it(self, copied):
        assert mistake(copied, "nemeses/umbra_titan.toml", "life = 6\n", "").startswith(
            "copy/nemeses/umbra_titan.toml: cryptid: a minion needs life"
        )

    def test_a_field_that_a_pack_did_not_touch_is_blamed_on_its_own_file(self, copied, tmp_path):
        assert "copy/basic.toml: smite: " in mistake(
            copied, "basic.toml", 'unleash twice", "gravehold', 'unlsh", "g'
        )


class TestMistakesInTheWhole:
    @pytest.mark.parametrize(
        ("pack", "parts"),
        [
            (
                MINION.replace('"basic"', '"umbra_titan"'),
                ["umbra_titan", "exactly 3 cards of tier 1", "4", "bone_howler"],
            ),
            ('remove = ["maul"]', ["umbra_titan", "exactly 3 cards of tier 2", "has 2"]),
            ("[card.maul]\ntier = 1", ["umbra_titan", "exactly 3 cards of tier 1"]),
            ('remove = ["smite", "mutilate"]', ["a game of 4", "7 basic cards of tier 2", "only 6"]),
            (
                'remove = ["mage_ender"]\n[rules.nemesis_deck.basic_cards]\n1 = [1, 8, 7]',
                ["a game of 1", "only 7"],
            ),
            ("[rules.nemesis_deck.basic_cards]\n4 = [9, 8, 8]", ["a nemesis deck may have 32 cards", "34"]),
            ('remove = ["kindle"]', ["reuse_spells", '"kindle" is needed here', "mine/pack.toml removes it"]),
            ('remove = ["spark"]', ["dezmodia: hand", '"spark" is needed here']),
            ('remove = ["quilius"]', ["extinguish", '"quilius" is needed here']),
            ("[card.spark]\ncopies_in_box = 12", ["spark", "copies_in_box must be at least 13", "not 12"]),
            ("[card.crystal]\ncopies_in_box = 26", ["crystal", "at least 27"]),
            ("[card.kindle]\ncopies = 30", ["96 at most", "116"]),
            ("[rules.supply_piles]\nspell = 5", ["9 piles at most", "10"]),
            ("[difficulty.beginner]\nnemesis_life_delta = -35", ["magus_of_cloaks", "beginner mode", "0"]),
            ("[nemesis.umbra_titan]\ntokens = 0", ["umbra_titan", "lost_at_no_tokens", "not 0"]),
            (
                "[nemesis.magus_of_cloaks]\ntokens = 9",
                ["magus_of_cloaks", "at least 2 and at most 8", "not 9"],
            ),
            (
                "[nemesis.magus_of_cloaks.expert]\ntoken_min = 5",
                ["magus_of_cloaks", "at least 5", "expert mode"],
            ),
            ("[nemesis.umbra_titan]\nwon_without_acolytes = true", ["umbra_titan", "needs acolytes"]),
        ],
    )
    def test_mistake(self, write, pack, parts):
        sentence = mistake(write, pack)
        assert "mine/pack.toml" in sentence
        for part in parts:
            assert part in sentence

    def test_a_market_without_enough_relics(self, write):
        relics = '"cairn_compass", "conclave_scroll", "fiend_catcher", "mages_totem", "vortex_gauntlet"'
        sentence = mistake(write, f'remove = [{relics}, "deck_destruction", "reuse_spells"]')
        assert "needs 2 piles of the kind relic, and the market has only 1" in sentence

    def test_a_card_of_a_removed_nemesis(self, write):
        card = MINION.replace('"basic"', '"umbra_titan"')
        assert '"umbra_titan", which mine/pack.toml removes' in mistake(
            write, 'remove = ["umbra_titan"]' + card
        )

    def test_a_pack_of_nothing(self, tmp_path):
        (tmp_path / "pack.toml").write_text('name = "Nothing"')
        assert "the rules needs hand_size" in mistake(load_pack, tmp_path)

    def test_a_pack_without_mages(self, copied, tmp_path):
        copied("pack.toml", "id", "id")
        (tmp_path / "copy" / "mages.toml").unlink()
        assert mistake(load_pack, "copy") == "copy/pack.toml: a pack needs at least one [[mage]]"


class TestPhrases:
    def test_a_misspelt_phrase(self, write):
        sentence = mistake(write, "[card.smite]\neffect = ['unleash twice', 'gravehold sufers 2']")
        assert sentence.startswith("mine/pack.toml: smite: effect: ")
        assert "gravehold sufers 2" in sentence
        assert "gravehold suffers" in sentence

    def test_a_misspelt_phrase_of_the_expert_rules(self, write):
        sentence = mistake(write, "[nemesis.gate_witch.expert]\nunleash = ['the nemesis gain 1 tokn']")
        assert sentence.startswith("mine/pack.toml: gate_witch: expert.unleash: ")

    def test_an_unknown_id_in_a_phrase(self, write):
        sentence = mistake(write, "[card.extinguish]\ncast = [\"'quilus' gains 1 trophy\"]")
        assert sentence.startswith('mine/pack.toml: extinguish: cast: unknown mage or card "quilus"')
        assert 'did you mean "quilius"?' in sentence

    def test_an_apostrophe_is_no_quote(self, write):
        assert write('[card.torch]\ncast = ["focus any player\'s closed breach"]').by_id["torch"].cast


class TestMistakesInFiles:
    def test_no_such_pack(self):
        sentence = mistake(load_pack, "war_eternl")
        assert '"war_eternl" is neither a folder nor a shipped pack' in sentence
        assert 'did you mean "war_eternal"?' in sentence

    def test_no_pack_file(self, tmp_path):
        assert mistake(load_pack, tmp_path) == (
            f"{tmp_path.as_posix()}: a pack needs a file pack.toml, and this folder has none"
        )

    def test_malformed_toml_names_the_line(self, write):
        sentence = mistake(write, "\n[nemesis.umbra_titan]\nlife 60\n")
        assert sentence.startswith("mine/pack.toml: not valid TOML: ")
        assert "line 4" in sentence

    def test_not_a_text(self, tmp_path):
        (tmp_path / "pack.toml").write_bytes(b'name = "\xff\xfe"')
        assert "not a text file in UTF-8" in mistake(load_pack, tmp_path)

    def test_a_misspelt_file(self, write):
        sentence = mistake(write, markets="")
        assert sentence.startswith('mine: unknown file "markets.toml": did you mean "market.toml"?')

    @pytest.mark.parametrize("file", ["market", "supplies", "nemeses__x"])
    def test_a_table_in_the_wrong_file(self, write, file):
        sentence = mistake(write, **{file: "[[mage]]\nid = 'x'"})
        assert sentence.startswith(f'mine/{file.replace("__", "/")}.toml: unknown table "mage"')

    def test_a_single_table_where_several_belong(self, write):
        assert "mine/market.toml: card must be written [[card]]" in mistake(write, market="[card]\nid = 'x'")

    def test_extending_what_is_not_there(self, tmp_path):
        (tmp_path / "pack.toml").write_text('extends = "war_eternel"')
        sentence = mistake(load_pack, tmp_path)
        assert '"war_eternel"' in sentence
        assert 'did you mean "war_eternal"?' in sentence

    def test_extending_in_a_circle(self, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        for name, base in (("one", "two"), ("two", "one")):
            (tmp_path / name).mkdir()
            (tmp_path / name / "pack.toml").write_text(f'extends = "../{base}"')
        sentence = mistake(load_pack, "one")
        assert "extends goes round in a circle: one -> " in sentence
        assert "two" in sentence

    def test_extending_itself(self, tmp_path):
        (tmp_path / "pack.toml").write_text('extends = "."')
        assert "circle" in mistake(load_pack, tmp_path)


class TestSupplies:
    def test_a_legal_one(self, box):
        box.check_supply(box.by_id["reuse_spells"].cards)

    def test_eight_piles(self, box):
        assert mistake(box.check_supply, box.by_id["reuse_spells"].cards[1:], "--supply") == (
            "--supply: a supply has 9 piles (3 gems, 2 relics, 4 spells), "
            "and this one has 8 piles (2 gems, 2 relics, 4 spells)"
        )
