// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/symbols/demangle.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace ember::capture;

class TstDemangle : public QObject {
    Q_OBJECT

private slots:
    void namesAreSpelledForPeople_data()
    {
        QTest::addColumn<QByteArray>("raw");
        QTest::addColumn<QByteArray>("readable");
        const auto row = [](const char *name, const char *raw, const char *readable) {
            QTest::newRow(name) << QByteArray(raw) << QByteArray(readable);
        };
        row("C", "main", "main");
        row("C++", "_ZN5ember4testEi", "ember::test(int)");
        row("clone", "_ZN5ember4testEi.constprop.0", "ember::test(int) [clone .constprop.0]");
        row("C clone", "compute.part.0", "compute.part.0");
        row("version", "memcpy@@GLIBC_2.14", "memcpy");
        row("old version", "memcpy@GLIBC_2.2.5", "memcpy");
        row("broken C++", "_ZN5emb", "_ZN5emb");
        row("rust", "_ZN4core3fmt5write17h0123456789abcdefE", "core::fmt::write");
        row("rust with escapes",
            "_ZN58_$LT$alloc..string..String$u20$as$u20$core..fmt..Debug$GT$"
            "3fmt17h0123456789abcdefE",
            "<alloc::string::String as core::fmt::Debug>::fmt");
        row("rust v0", "_RNvC6_123foo3bar", "123foo::bar");
        row("rust v0 of a module", "_RNvNtCs1234_1t4shop10alpha_work", "t::shop::alpha_work");
        row("rust v0 of a trait", "_RNvXs_C1tNtB4_5OrderNtB4_4Work3run",
            "<t::Order as t::Work>::run");
        row("rust v0 with letters", "_RNvC1tu8gdel_5qa", "t::gödel");
        row("rust v0 of a clone", "_RNvNtCs1234_1t4shop10alpha_work.llvm.123456",
            "t::shop::alpha_work");
        row("rust clone", "_ZN4core3fmt5write17h0123456789abcdefE.llvm.123456", "core::fmt::write");
        row("broken rust", "_RNvC6_123fo", "_RNvC6_123fo");
        row("like rust", "_Reader", "_Reader");
        row("like rust's prefix", "_R", "_R");
        row("like a hash but short", "_ZN4core3fmt9h01234567E", "core::fmt::h01234567");
        row("only a version", "@GLIBC", "@GLIBC");
        row("empty", "", "");
    }

    void namesAreSpelledForPeople()
    {
        QFETCH(QByteArray, raw);
        QFETCH(QByteArray, readable);
        QCOMPARE(QByteArray::fromStdString(demangled(raw.toStdString())), readable);
    }

    void aNameOfMegabytesIsLeftAlone()
    {
        std::string huge = "_Z1f";
        huge.append(3'000'000, 'P');
        QCOMPARE(demangled(huge).size(), huge.size());
        const std::string deep = "_Z1f" + std::string(16'000, 'P');
        QCOMPARE(demangled(deep), deep);
    }

    // Each of the pairs in it has the one before it twice.
    void aShortNameThatSpellsOutToGigabytesIsLeftAlone()
    {
        const std::string cxx =
            "_Z1fSt4pairIiiES_IS0_S0_ES_IS1_S1_ES_IS2_S2_ES_IS3_S3_ES_IS4_S4_ES_IS5_S5_ES_IS6"
            "_S6_ES_IS7_S7_ES_IS8_S8_ES_IS9_S9_ES_ISA_SA_ES_ISB_SB_ES_ISC_SC_ES_ISD_SD_ES_ISE"
            "_SE_ES_ISF_SF_ES_ISG_SG_ES_ISH_SH_ES_ISI_SI_ES_ISJ_SJ_ES_ISK_SK_ES_ISL_SL_ES_ISM"
            "_SM_ES_ISN_SN_ES_ISO_SO_ES_ISP_SP_ES_ISQ_SQ_ES_ISR_SR_ES_ISS_SS_ES_IST_ST_E";
        QCOMPARE(demangled(cxx), cxx);
        const std::string rust =
            "_RINvC1t1fTllETB7_B7_ETBb_Bb_ETBj_Bj_ETBr_Br_ETBz_Bz_ETBH_BH_ETBP_BP_ETBX_BX_ETB"
            "15_B15_ETB1d_B1d_ETB1n_B1n_ETB1x_B1x_ETB1H_B1H_ETB1R_B1R_ETB21_B21_ETB2b_B2b_ETB"
            "2l_B2l_ETB2v_B2v_ETB2F_B2F_ETB2P_B2P_ETB2Z_B2Z_ETB39_B39_ETB3j_B3j_ETB3t_B3t_ETB"
            "3D_B3D_ETB3N_B3N_ETB3X_B3X_ETB47_B47_ETB4h_B4h_ETB4r_B4r_ETB4B_B4B_ETB4L_B4L_ETB"
            "4V_B4V_ETB55_B55_ETB5f_B5f_ETB5p_B5p_ETB5z_B5z_ETB5J_B5J_ETB5T_B5T_ETB63_B63_EE";
        QCOMPARE(demangled(rust), rust);
        QCOMPARE(demangled("_ZN5ember4testEi"), std::string("ember::test(int)"));
    }
};

EMBER_TEST(TstDemangle)
#include "tst_demangle.moc"
