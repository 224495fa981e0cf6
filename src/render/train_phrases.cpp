#include "render/train_phrases.hpp"

namespace headtrace::phrase {

const Text training{"Training", "训练"};
const Text task{"task", "任务"};
const Text task_copy{"say the same symbols again ({} different ones, up to {} of them)",
                     "把符号原样再说一遍（{} 种符号，最多 {} 个）"};
const Text task_reverse{"say the symbols from the last to the first ({} different ones, up to {})",
                        "把符号倒着说一遍（{} 种符号，最多 {} 个）"};
const Text task_two_heads{
    "at each place add two symbols, this place's and the mirrored one's, modulo {} (up to {} "
    "places)",
    "每个位置上，把该位置的符号与对称位置的符号相加，模 {}（最多 {} 个位置）"};
const Text task_numbers{"English number words to Chinese numerals, below {}",
                        "把英文数词译成中文数字，小于 {}"};
const Text model{"model", "模型"};
const Text model_sizes{"encoder and decoder, one layer each: d_model={}, heads={}, d_ff={}",
                       "编码器和解码器各一层：d_model={}，heads={}，d_ff={}"};
const Text run_plan{"runs", "运行"};
const Text arms{"{} arms from {} seeds, {} steps of {} examples; {} examples to test on",
                "{} 个方案，各用 {} 个种子，{} 步，每步 {} 例；测试用 {} 例"};
const Text arm{"arm", "方案"};
const Text train_results{"Results on examples not trained on", "在没有训练过的例子上的结果"};
const Text parameters_column{"params", "参数"};
const Text loss_column{"loss", "损失"};
const Text exact_column{"right %", "全对 %"};
const Text bleu_column{"BLEU", "BLEU"};
const Text steps_column{"{}% at", "到 {}%"};
const Text not_reached{"never", "未达到"};
const Text how_to_read{
    "Means over the seeds; ± is half the 95% interval of the mean (Student's t). Params are the "
    "numbers that training changes. Loss is that of the last training batches. Right is an answer "
    "without a single wrong symbol; beside it stands the first tested step at which so many were. "
    "BLEU as sacreBLEU defines it, by characters.",
    "各个种子的平均；± 是均值的 95% 置信区间的半宽（Student t）。参数只算训练会改变的数。"
    "损失是最后几批训练数据上的。答案里没有一个符号出错才算全对；“到 90%”是测试时全对率第一次"
    "达到 90% 的步数。BLEU 按 sacreBLEU 的定义，以字为单位。"};
const Text differences{"Differences, seed by seed", "逐个种子的差别"};
const Text difference_line{"{} against {}: {} points all right, BLEU {}.",
                           "{} 与 {} 相比：全对率 {} 个百分点，BLEU {}。"};
const Text single_seed{"One seed can't tell a difference from chance; use more (--seeds).",
                       "只有一个种子，分不清差别和偶然；请多用几个（--seeds）。"};
const Text no_difference{"No difference was found: both intervals hold 0.",
                         "没有发现差别：两个区间都包含 0。"};
const Text worse{"Worse in this experiment: an interval lies below 0.",
                 "在这个实验里更差：有一个区间在 0 以下。"};
const Text better{"Better in this experiment: an interval lies above 0.",
                  "在这个实验里更好：有一个区间在 0 以上。"};
const Text nothing_to_compare{"No seed has been trained to the end in both.",
                              "没有哪个种子在两个方案里都训练完了。"};
const Text diverged{
    "{}: {} of {} runs diverged (the loss was no longer a number) and are left out.",
    "{}：{} 次（共 {} 次）发散，损失不再是数，没有计入。"};
const Text interrupted{
    "Interrupted: these are the results so far, and runs stand at different steps.",
    "已中断：这是到目前为止的结果，各次运行停在不同的步数。"};
const Text caveat{
    "What this doesn't show: how it would be with another task, more layers, a larger model, or "
    "longer "
    "training. That no difference was found doesn't prove that there is none.",
    "这个实验说明不了的：换一个任务、层数更多、模型更大或训练更久会怎样。没有发现差别，也不能证明没"
    "有差别。"};
const Text loss_curve{"Loss, from step {} to step {}", "损失，从第 {} 步到第 {} 步"};
const Text exact_curve{"All right, from step {} to step {}", "全对率，从第 {} 步到第 {} 步"};
const Text curve_scale{"{} is {}, {} is {}", "{} 是 {}，{} 是 {}"};
const Text at_step{"step {}: {}", "第 {} 步 {}"};
const Text curves_title{"Learning curves, means over the seeds with 95% intervals",
                        "学习曲线：各个种子的平均和 95% 区间"};
const Text exact_axis{"all right on new examples, %", "新例子上的全对率，%"};
const Text loss_axis{"loss on the training batches", "训练批次上的损失"};
const Text step_axis{"step", "步"};
const Text answers{"What they say", "它们的回答"};

}  // namespace headtrace::phrase
